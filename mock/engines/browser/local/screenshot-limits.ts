import type { Page } from 'puppeteer-core';
import { browserLimits } from '../../../../spec/engine-limits.ts';
import { BrowserError } from '../browser-error.ts';
import type { Clip } from '../loaded-page.ts';
import { isolatedWorld } from './driver-internals.ts';

/**
 * Refuses a picture that would be too large, before anything is drawn.
 *
 * @throws BrowserError `capture`
 */
export async function refuseLargePicture(
  page: Page,
  { clip, fullPage }: { readonly clip?: Clip | undefined; readonly fullPage?: boolean | undefined },
): Promise<void> {
  const { width, height } = clip ?? (fullPage === true ? await pageSize(page) : windowSize(page));
  const scale = clip?.scale ?? 1;
  const factor = page.viewport()?.deviceScaleFactor ?? 1;
  const pixels = width * height * scale ** 2;
  if (clip === undefined && height > browserLimits.pageHeight)
    throw tooLarge(`a page of ${height} pixels height`, `${browserLimits.pageHeight} pixels of height`);
  if (clip !== undefined && pixels > browserLimits.pixels)
    throw tooLarge(`a picture of ${Math.round(pixels)} pixels`, `${browserLimits.pixels}`);
  if (pixels * factor ** 2 > browserLimits.drawnPixels)
    throw tooLarge(
      `a picture of ${Math.round(pixels * factor ** 2)} pixels of the device`,
      `${browserLimits.drawnPixels}`,
    );
}

function tooLarge(what: string, limit: string): BrowserError {
  return new BrowserError('capture', `${what} is larger than what is captured, at most ${limit}`);
}

function windowSize(page: Page): { width: number; height: number } {
  return page.viewport() ?? { width: 0, height: 0 };
}

function pageSize(page: Page): Promise<{ width: number; height: number }> {
  return isolatedWorld(page).evaluate(() => ({
    width: document.documentElement.scrollWidth,
    height: document.documentElement.scrollHeight,
  }));
}
