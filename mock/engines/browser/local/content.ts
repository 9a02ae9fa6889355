import type { Page } from 'puppeteer-core';
import { browserLimits } from '../../../../spec/engine-limits.ts';
import { isolatedWorld } from './driver-internals.ts';
import { failureOf } from './puppeteer-failure.ts';
import { refuseLargeResult } from './result-bytes.ts';

/**
 * The document as it is now, with its doctype.
 *
 * @throws BrowserError `capture` where it is larger than what a page may give back
 */
export async function documentHtml(page: Page): Promise<string> {
  try {
    const html = await isolatedWorld(page).evaluate((limit) => {
      const { doctype, documentElement } = document;
      const start = doctype === null ? '' : new XMLSerializer().serializeToString(doctype);
      const text = start + (documentElement?.outerHTML ?? '');
      return text.length > limit ? text.length : text;
    }, browserLimits.resultBytes);
    if (typeof html === 'string') return html;
    throw refuseLargeResult('a document', html);
  } catch (thrown) {
    throw failureOf(thrown, 'capture', 'action');
  }
}
