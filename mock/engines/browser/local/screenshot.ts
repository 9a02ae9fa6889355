import type { ScreenshotOptions as DriverOptions, Page } from 'puppeteer-core';
import { browserLimits } from '../../../../spec/engine-limits.ts';
import { BrowserError } from '../browser-error.ts';
import type { ScreenshotOptions } from '../loaded-page.ts';
import { presentMembers } from './present-members.ts';
import { failureOf } from './puppeteer-failure.ts';
import { resultBytes } from './result-bytes.ts';
import { refuseLargePicture } from './screenshot-limits.ts';
import { settle } from './settling.ts';
import { elementInTime } from './waiting.ts';

/** Texts of the driver and the browser that are about the request rather than about the page. */
const ofTheRequest =
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
    const failure = failureOf(thrown, 'capture', 'action');
    throw failure.failure === 'capture' && ofTheRequest.test(failure.detail)
      ? new BrowserError('bad-request', failure.detail, { cause: thrown })
      : failure;
  }
}
