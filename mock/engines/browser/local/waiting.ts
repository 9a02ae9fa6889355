import type { ElementHandle, Page } from 'puppeteer-core';
import { browserLimits } from '../../../../spec/engine-limits.ts';
import { BrowserError } from '../browser-error.ts';
import type { Visit } from '../visit.ts';
import { getFailure, invalidSelector } from './puppeteer-failure.ts';
import { pause, withinTime } from './within-time.ts';

/** Waits for the element of a visit, then for its delay. */
export async function waitForVisit(page: Page, visit: Visit): Promise<void> {
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
 * The first match of a selector, once it exists (or is visible, or is gone).
 *
 * @param ms time limit; 0 for none
 * @throws BrowserError `timeout` if it does not appear in time, `bad-request` for an invalid selector
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
  // In the driver's words. Its own time limit is not used here: to end its wait, it must reach a script that it left in
  // the page, which a stuck page would block.
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
  // Queried once in advance, since the driver would wait the whole time for an invalid selector.
  const there = await page.$(selector).catch((thrown: unknown) => {
    const invalid = invalidSelector(thrown);
    if (invalid !== undefined) throw invalid;
    // A document that is being replaced is followed by another, which may have the element.
    return null;
  });
  if (there !== null && !state.visible && !state.hidden) return there;
  return (await page.waitForSelector(selector, { ...state, timeout: 0 })) ?? undefined;
}
