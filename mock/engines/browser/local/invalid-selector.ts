import { BrowserError } from '../browser-error.ts';
import { textOf } from './puppeteer-failure.ts';

/** What is thrown where a selector is none; nothing for any other error. */
export function invalidSelector(thrown: unknown): BrowserError | undefined {
  const text = textOf(thrown);
  return /is not a valid selector|not a valid XPath|Query set to use/.test(text)
    ? new BrowserError('bad-request', text, { cause: thrown })
    : undefined;
}
