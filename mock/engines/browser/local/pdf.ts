import type { Page, PaperFormat } from 'puppeteer-core';
import { BrowserError } from '../browser-error.ts';
import type { PdfOptions } from '../loaded-page.ts';
import { presentMembers } from './present-members.ts';
import { failureOf } from './puppeteer-failure.ts';
import { resultBytes } from './result-bytes.ts';
import { settle } from './settling.ts';

/** Texts of the driver and the browser that are about the request rather than about the page. */
const ofTheRequest =
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
    const failure = failureOf(thrown, 'capture', 'action');
    throw failure.failure === 'capture' && ofTheRequest.test(failure.detail)
      ? new BrowserError('bad-request', failure.detail, { cause: thrown })
      : failure;
  }
}
