import type { ScreenshotOptions as DriverOptions, Page, PaperFormat } from 'puppeteer-core';
import { browserLimits } from '../../../../spec/engine-limits.ts';
import { BrowserError } from '../browser-error.ts';
import type { Clip, PdfOptions, ScreenshotOptions } from '../visit.ts';
import { isolatedWorld, presentMembers } from './driver-internals.ts';
import { getFailure } from './puppeteer-failure.ts';
import { elementInTime } from './waiting.ts';
import { withinTime } from './within-time.ts';

/** Messages of the driver and the browser that blame the request rather than the page. */
const aboutScreenshotOptions =
  /^'(?:width|height)' in 'clip' must|mutually exclusive|do not support 'quality'|^Expected 'quality'|Invalid image format/;

/**
 * Captures the page, or one element of it, once everything that is loading is drawn.
 *
 * @throws BrowserError `bad-request` for contradicting options, `timeout` if the element does not exist, `capture` if
 * nothing of it is visible, or the picture is too large
 */
export async function screenshot(page: Page, options: ScreenshotOptions): Promise<Uint8Array<ArrayBuffer>> {
  const { selector, clip, ...rest } = options;
  const asked: DriverOptions = {
    ...presentMembers(rest),
    ...(clip === undefined ? {} : { clip: presentMembers(clip) }),
  };
  try {
    const element =
      selector === undefined ? undefined : await elementInTime(page, selector, browserLimits.elementMs);
    await settle(page);
    const area = clip ?? (await element?.boundingBox()) ?? undefined;
    await refuseLargePicture(page, { ...asked, clip: area });
    const taken = element === undefined ? page.screenshot(asked) : element.screenshot(asked);
    return resultBytes('a picture', await taken);
  } catch (thrown) {
    const failure = getFailure(thrown, 'capture', 'action');
    throw failure.failure === 'capture' && aboutScreenshotOptions.test(failure.detail)
      ? new BrowserError('bad-request', failure.detail, { cause: thrown })
      : failure;
  }
}

/** Messages of the driver and the browser that blame the request rather than the page. */
const aboutPdfOptions =
  /^Unknown paper format|^Failed to parse parameter|unsupported unit|outside of \[|Page range|invalid (?:print|page)|is zero or negative/i;

/**
 * Prints the page once everything that is loading has arrived. Default format: letter.
 *
 * @throws BrowserError `bad-request` for an invalid option, `capture` if the page can't be printed
 */
export async function printPdf(page: Page, options: PdfOptions): Promise<Uint8Array<ArrayBuffer>> {
  const { format, margin, ...rest } = options;
  try {
    await settle(page);
    const bytes = await page.pdf({
      ...presentMembers(rest),
      ...(margin === undefined ? {} : { margin: presentMembers(margin) }),
      // The driver knows its formats itself, and names an unknown one.
      ...(format === undefined ? {} : { format: format as PaperFormat }),
    });
    return resultBytes('a PDF', bytes);
  } catch (thrown) {
    const failure = getFailure(thrown, 'capture', 'action');
    throw failure.failure === 'capture' && aboutPdfOptions.test(failure.detail)
      ? new BrowserError('bad-request', failure.detail, { cause: thrown })
      : failure;
  }
}

/**
 * Refuses a picture that would be too large, before it is drawn.
 *
 * @throws BrowserError `capture`
 */
async function refuseLargePicture(
  page: Page,
  { clip, fullPage }: { readonly clip?: Clip | undefined; readonly fullPage?: boolean | undefined },
): Promise<void> {
  const { width, height } = clip ?? (fullPage === true ? await pageSize(page) : windowSize(page));
  const scale = clip?.scale ?? 1;
  const factor = page.viewport()?.deviceScaleFactor ?? 1;
  const pixels = width * height * scale ** 2;
  if (clip === undefined && height > browserLimits.pageHeight)
    throw tooLarge(`a page with a height of ${height} pixels`, `${browserLimits.pageHeight} pixels`);
  if (clip !== undefined && pixels > browserLimits.pixels)
    throw tooLarge(`a picture of ${Math.round(pixels)} pixels`, `${browserLimits.pixels}`);
  if (pixels * factor ** 2 > browserLimits.drawnPixels)
    throw tooLarge(
      `a picture of ${Math.round(pixels * factor ** 2)} device pixels`,
      `${browserLimits.drawnPixels}`,
    );
}

function tooLarge(what: string, limit: string): BrowserError {
  return new BrowserError('capture', `${what} exceeds the limit of ${limit}`);
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

/**
 * Waits briefly for images, style sheets and fonts that are loading. Otherwise it would be random whether a picture
 * includes them. The visit itself must wait for anything slower.
 */
async function settle(page: Page): Promise<void> {
  const settled = isolatedWorld(page).evaluate(async () => {
    if (document.readyState !== 'complete')
      await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
    await document.fonts.ready;
    const images = [...document.images].filter((image) => image.complete && image.naturalWidth > 0);
    await Promise.all(images.map((image) => image.decode().catch(() => {})));
    // The frame after this one is captured, so the picture includes what scripts draw in either.
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    // Whether the caret is visible depends on timing. `autofocus` takes effect with a frame, not before. The page
    // inherits this colour from its root.
    if (document.activeElement === null || document.activeElement === document.body) return;
    const caret = new CSSStyleSheet();
    caret.replaceSync(':root, * { caret-color: transparent !important }');
    document.adoptedStyleSheets.push(caret);
    await frame();
  });
  const late = () => new BrowserError('timeout', 'the page has not settled', { stage: 'action' });
  // A page that does not settle is captured as it is; the next step detects a stuck one.
  await withinTime(browserLimits.settleMs, settled, late).catch(() => {});
}

/**
 * The driver's bytes, in their own buffer.
 *
 * @throws BrowserError `capture` if there are more than a page may return
 */
export function resultBytes(what: string, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  refuseLargeResult(what, bytes.byteLength);
  // The driver may return a view of a shared buffer, which could not be transferred.
  const shared = bytes.byteLength !== bytes.buffer.byteLength || !(bytes.buffer instanceof ArrayBuffer);
  return shared ? new Uint8Array(bytes) : new Uint8Array(bytes.buffer as ArrayBuffer);
}

/** @throws BrowserError `capture` if a page would return more than allowed */
export function refuseLargeResult(what: string, bytes: number): void {
  if (bytes > browserLimits.resultBytes)
    throw new BrowserError(
      'capture',
      `${what} of ${bytes} bytes is larger than ${browserLimits.resultBytes}`,
    );
}
