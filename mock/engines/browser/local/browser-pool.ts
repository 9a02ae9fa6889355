import type { BrowserContext, Page } from 'puppeteer-core';
import { browserLimits } from '../../../../spec/browser-limits.ts';
import type { BrowserStatus } from '../browser-engine.ts';
import { BrowserError } from '../browser-error.ts';
import type { BrowserOptions } from '../browser-options.ts';
import type { EgressGate } from './egress/egress-gate.ts';
import { type CacheFolder, openCacheFolder } from './find/cache-folder.ts';
import { findBrowser } from './find/find-browser.ts';
import { createIdleTimer } from './pool/idle-timer.ts';
import { createSharedBrowser, NoBrowserFound } from './pool/shared-browser.ts';
import { createSparePlace } from './pool/spare-place.ts';
import { createTurns } from './pool/turns.ts';
import type { RunningBrowser } from './running-browser.ts';

export type { RunningBrowser } from './running-browser.ts';

/** Hands out pages of one shared browser, each in a context of its own, as many at once as there are places. */
export interface BrowserPool {
  /**
   * Waits for a place and takes a page in a context of its own.
   *
   * @throws BrowserError `no-browser`, `aborted`, or `closed` where the pool is closed meanwhile
   */
  take(signal: AbortSignal | undefined): Promise<Place>;
  /** Looks for a browser and starts it. */
  status(): Promise<BrowserStatus>;
  /** Ends the browser with all its pages; a place that is taken later starts another. */
  close(): Promise<void>;
}

/** A blank page in a context of its own, as long as it is held. */
export interface Place {
  readonly running: RunningBrowser;
  readonly context: BrowserContext;
  readonly page: Page;
  /** What all that the context sends goes through; absent where a browser runs on another machine. */
  readonly gate: EgressGate | undefined;
  /** Throws the context away, with its pages, however stuck they are, and gives the place to the next. */
  release(): Promise<void>;
}

/** What a pool is made of. */
export interface BrowserPoolOptions extends BrowserOptions {
  /** Opens the filtering proxy of one context. */
  readonly openGate: () => Promise<EgressGate>;
  /** Pages after which a browser is replaced by a new one. */
  readonly pagesOfABrowser?: number | undefined;
  /** Visits that may wait for a place. */
  readonly waitingPages?: number | undefined;
}

/**
 * One browser, started by the first who takes a place, with a page more than is held kept ready.
 *
 * @example
 * const pool = createBrowserPool({ openGate });
 * const place = await pool.take(undefined);
 * await place.page.setContent('<h1>Hi</h1>');
 * await place.release();
 * await pool.close();
 */
export function createBrowserPool(options: BrowserPoolOptions): BrowserPool {
  const turns = createTurns({
    atOnce: options.pagesAtOnce ?? browserLimits.pagesAtOnce,
    waiting: options.waitingPages ?? browserLimits.waitingPages,
  });
  let cache: Promise<CacheFolder> | undefined;
  const openCache = () => {
    cache ??= openCacheFolder(options.cacheFolder);
    return cache;
  };
  const shared = createSharedBrowser(
    (signal) => findBrowser(options, openCache, signal),
    options.pagesOfABrowser ?? browserLimits.pagesOfABrowser,
  );
  const spare = createSparePlace(shared, options.openGate);
  const closeBrowser = async () => {
    await Promise.all([spare.close(), shared.close()]);
  };
  const idle = createIdleTimer(options.idleMs ?? browserLimits.idleMs, closeBrowser);

  const giveTurn = () => {
    turns.give();
    if (turns.taken > 0) return;
    shared.hold(false);
    idle.start();
  };

  let closes = 0;
  const closedError = () => new BrowserError('closed', 'the browser was closed');

  return {
    async take(signal) {
      const before = closes;
      await turns.take(signal);
      idle.stop();
      shared.hold(true);
      try {
        // Nobody who came before it was closed starts it again.
        if (before !== closes) throw closedError();
        const { tenure, context, page, gate, dispose } = await spare.take(signal);
        let released: Promise<void> | undefined;
        const release = () => {
          released ??= dispose().finally(giveTurn);
          return released;
        };
        return { running: tenure.opened, context, page, gate, release };
      } catch (error) {
        giveTurn();
        throw error;
      }
    },
    async status() {
      try {
        const { opened, passedOver } = await shared.use();
        if (turns.taken === 0) idle.start();
        const { product, where, notes } = opened;
        return { found: true, product, where, passedOver, notes };
      } catch (error) {
        if (error instanceof NoBrowserFound) return { found: false, tried: error.tried };
        throw error;
      }
    },
    async close() {
      closes++;
      idle.stop();
      turns.refuse(closedError());
      await closeBrowser();
      const folder = cache;
      cache = undefined;
      await (await folder?.catch(() => undefined))?.remove();
    },
  };
}
