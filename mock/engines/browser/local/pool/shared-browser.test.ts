import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import type { OpenedBrowser } from '../running-browser.ts';
import { createSharedBrowser } from './shared-browser.ts';

/** A shared browser for so many pages each, and how many browsers were opened and closed. */
function shared(pagesOfABrowser: number) {
  const seen = { opened: 0, closed: 0, held: [] as boolean[] };
  const open = () => {
    seen.opened++;
    const opened = {
      browser: new EventEmitter(),
      ended: new Promise<void>(() => {}),
      hold: (held: boolean) => void seen.held.push(held),
      close: async () => void seen.closed++,
    };
    return opened as unknown as OpenedBrowser; // All of it that is used here.
  };
  return {
    seen,
    browser: createSharedBrowser(async () => ({ opened: open(), passedOver: [] }), pagesOfABrowser),
  };
}

it('replaces a worn-out browser, which ends with its last page', async () => {
  const { seen, browser } = shared(2);
  const first = await browser.use();
  first.enter();
  expect(await browser.use()).toBe(first);
  first.enter();
  expect(await browser.use()).not.toBe(first);
  first.leave();
  expect(seen).toMatchObject({ opened: 2, closed: 0 });
  first.leave();
  expect(seen).toMatchObject({ opened: 2, closed: 1 });
});

it('does not end a browser of one page before that page', async () => {
  const { seen, browser } = shared(1);
  const first = await browser.use();
  first.enter();
  expect([first.retired, seen.closed]).toEqual([true, 0]);
  first.leave();
  expect(seen.closed).toBe(1);
});

it('ends a browser without pages at once when it retires', async () => {
  const { seen, browser } = shared(9);
  (await browser.use()).retire();
  expect(seen.closed).toBe(1);
});

it('tells each browser whether the program must keep running for it', async () => {
  const { seen, browser } = shared(9);
  await browser.use();
  browser.hold(true);
  browser.hold(false);
  expect(seen.held).toEqual([false, true, false]);
});
