import type { ElementHandle, Page } from 'puppeteer-core';
import { browserLimits } from '../../../../spec/engine-limits.ts';
import { BrowserError } from '../browser-error.ts';
import type { Visit } from '../visit.ts';
import { getFailure, invalidSelector } from './puppeteer-failure.ts';
import { pause, withinTime } from './within-time.ts';

/** Waits for the element of a visit, then for its time. */
export async function waitAsAsked(page: Page, visit: Visit): Promise<void> {
  const { waitForSelector: wait, waitMs, bestAttempt = false } = visit;
  if (wait !== undefined)
    await elementInTime(page, wait.selector, wait.timeoutMs ?? browserLimits.selectorMs, wait).catch(
      (failure: BrowserError) => {
        if (!(bestAttempt && failure.failure === 'timeout')) throw failure;
      },
    );
  if (waitMs !== undefined) await pause(waitMs);
}

/**
 * The first element that a selector finds, waited for until it is there (or is seen, or is gone).
 *
 * @param ms how long; 0 for as long as it takes
 * @throws BrowserError `timeout` where it does not come in time, `bad-request` where the selector is none
 */
export async function elementInTime(
  page: Page,
  selector: string,
  ms: number,
  {
    visible = false,
    hidden = false,
  }: { readonly visible?: boolean | undefined; readonly hidden?: boolean | undefined } = {},
): Promise<ElementHandle | undefined> {
  // In the words of the driver, which keeps no limit itself here: to end its wait it has to reach a script that it
  // left in the page, and a page that is stuck would hold that up.
  const late = () =>
    new BrowserError(
      'timeout',
      `Waiting for selector \`${selector}\` failed: Waiting failed: ${ms}ms exceeded`,
      {
        stage: 'selector',
      },
    );
  try {
    return await withinTime(ms, find(page, selector, { visible, hidden }), late);
  } catch (thrown) {
    throw getFailure(thrown, 'bad-request', 'selector');
  }
}

async function find(
  page: Page,
  selector: string,
  state: { readonly visible: boolean; readonly hidden: boolean },
): Promise<ElementHandle | undefined> {
  // Asked once by itself, since the driver waits to the end for what turns out to be no selector.
  const there = await page.$(selector).catch((thrown: unknown) => {
    const invalid = invalidSelector(thrown);
    if (invalid !== undefined) throw invalid;
    // A document that goes away just now is followed by another, where the element may be.
    return null;
  });
  if (there !== null && !state.visible && !state.hidden) return there;
  return (await page.waitForSelector(selector, { ...state, timeout: 0 })) ?? undefined;
}
