import type { ScreenshotOptions as DriverOptions, Page, PaperFormat } from 'puppeteer-core';
import { browserLimits } from '../../../../spec/engine-limits.ts';
import { BrowserError } from '../browser-error.ts';
import type { Clip, PdfOptions, ScreenshotOptions } from '../visit.ts';
import { isolatedWorld, presentMembers } from './driver-internals.ts';
import { getFailure } from './puppeteer-failure.ts';
import { elementInTime } from './waiting.ts';
import { withinTime } from './within-time.ts';

/** Texts of the driver and the browser that are about the request rather than about the page. */
const aboutScreenshotOptions =
  /^'(?:width|height)' in 'clip' must|mutually exclusive|do not support 'quality'|^Expected 'quality'|Invalid image format/;

/**
 * Captures the page, or one element of it, once what has begun to load is drawn.
 *
 * @throws BrowserError `bad-request` where options contradict each other, `timeout` where there is no such element,
 * `capture` where there is nothing to see of it, or more than is drawn
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

/** Texts of the driver and the browser that are about the request rather than about the page. */
const aboutPdfOptions =
  /^Unknown paper format|^Failed to parse parameter|unsupported unit|outside of \[|Page range|invalid (?:print|page)|is zero or negative/i;

/**
 * Prints the page, in letter format where none is named, once what has begun to load is there.
 *
 * @throws BrowserError `bad-request` where an option is none, `capture` where the page can't be printed
 */
export async function printPdf(page: Page, options: PdfOptions): Promise<Uint8Array<ArrayBuffer>> {
  const { format, margin, ...rest } = options;
  try {
    await settle(page);
    const bytes = await page.pdf({
      ...presentMembers(rest),
      ...(margin === undefined ? {} : { margin: presentMembers(margin) }),
      // The driver knows its formats itself, and says which one it does not know.
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
 * Refuses a picture that would be too large, before anything is drawn.
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

/**
 * Waits, for a moment at most, until what has begun to load is there and drawn: images, style sheets, fonts. Whether
 * these are in a picture would depend on chance otherwise; what takes longer has to be waited for by the visit.
 */
async function settle(page: Page): Promise<void> {
  const settled = isolatedWorld(page).evaluate(async () => {
    if (document.readyState !== 'complete')
      await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
    await document.fonts.ready;
    const images = [...document.images].filter((image) => image.complete && image.naturalWidth > 0);
    await Promise.all(images.map((image) => image.decode().catch(() => {})));
    // The frame after this one is the one that is captured, so what scripts draw in either is in the picture.
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    // Whether the caret is there depends on the moment. `autofocus` takes effect with a frame, not before. The rest
    // of the page takes its colour from the root.
    if (document.activeElement === null || document.activeElement === document.body) return;
    const caret = new CSSStyleSheet();
    caret.replaceSync(':root, * { caret-color: transparent !important }');
    document.adoptedStyleSheets.push(caret);
    await frame();
  });
  const late = () => new BrowserError('timeout', 'the page has not come to rest', { stage: 'action' });
  // A page that does not come to rest is captured as it is; one that is stuck is found out by what is done next.
  await withinTime(browserLimits.settleMs, settled, late).catch(() => {});
}

/**
 * Bytes that the driver gave, on memory of their own.
 *
 * @throws BrowserError `capture` where there are more than a page may give back
 */
export function resultBytes(what: string, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  refuseLargeResult(what, bytes.byteLength);
  // The driver may give a piece of memory that it shares with others, which could not be transferred.
  const shared = bytes.byteLength !== bytes.buffer.byteLength || !(bytes.buffer instanceof ArrayBuffer);
  return shared ? new Uint8Array(bytes) : new Uint8Array(bytes.buffer as ArrayBuffer);
}

/** @throws BrowserError `capture` where a page would give back more than it may */
export function refuseLargeResult(what: string, bytes: number): void {
  if (bytes > browserLimits.resultBytes)
    throw new BrowserError(
      'capture',
      `${what} of ${bytes} bytes is larger than ${browserLimits.resultBytes}`,
    );
}
