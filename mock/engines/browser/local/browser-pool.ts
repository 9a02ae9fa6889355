import type { BrowserContext, Page } from 'puppeteer-core';
import { browserLimits } from '../../../../spec/engine-limits.ts';
import type { BrowserOptions, BrowserStatus } from '../browser-engine.ts';
import { BrowserError } from '../browser-error.ts';
import type { EgressGate } from './egress/egress-gate.ts';
import { type CacheFolder, openCacheFolder } from './find/cache-folder.ts';
import { findBrowser } from './find/find-browser.ts';
import { createKeptPlaces, createSparePlace } from './pool/places.ts';
import { createSharedBrowser, NoBrowserFound } from './pool/shared-browser.ts';
import { createIdleTimer, createTurns } from './pool/turns.ts';
import type { RunningBrowser } from './running-browser.ts';

export type { RunningBrowser } from './running-browser.ts';

/**
 * Hands out pages of one shared browser, as many at once as there are places: each in a context of its own, but for
 * those in which nothing is left.
 */
export interface BrowserPool {
  /**
   * Waits for a place and takes a page in a context of its own.
   *
   * @param traceless whether a page will do that others had before who left nothing in it, since nothing will be
   * left in it this time either
   * @throws BrowserError `no-browser`, `aborted`, or `closed` where the pool is closed meanwhile
   */
  take(signal: AbortSignal | undefined, traceless?: boolean): Promise<Place>;
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
  /** Whether whoever took it said that nothing will be left in it; others who said so may have had it before. */
  readonly traceless: boolean;
  /**
   * Throws the context away, with its pages, however stuck they are, and gives the place to the next.
   *
   * @param inOrder whether what was promised of it holds, so that a page that was taken as traceless may be kept
   */
  release(inOrder?: boolean): Promise<void>;
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
  const atOnce = options.pagesAtOnce ?? browserLimits.pagesAtOnce;
  const turns = createTurns({
    atOnce,
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
  const kept = createKeptPlaces(atOnce);
  const closeBrowser = async () => {
    await Promise.all([spare.close(), kept.close(), shared.close()]);
  };
  const idle = createIdleTimer(options.idleMs ?? browserLimits.idleMs, closeBrowser);

  let closes = 0;
  let closing = 0;
  // Node ends, in the middle of closing too, once nothing holds it: a visit that ends meanwhile must not let go.
  const holdWhileNeeded = () => shared.hold(turns.taken > 0 || closing > 0);

  const giveTurn = () => {
    kept.tidy();
    turns.give();
    holdWhileNeeded();
    if (turns.taken === 0) idle.start();
  };

  const closedError = () => new BrowserError('closed', 'the browser was closed');

  return {
    async take(signal, traceless = false) {
      const before = closes;
      await turns.take(signal);
      idle.stop();
      holdWhileNeeded();
      try {
        // Nobody who came before it was closed starts it again.
        if (before !== closes) throw closedError();
        const place = (traceless ? kept.take() : undefined) ?? (await spare.take(signal));
        const { tenure, context, page, gate } = place;
        let released: Promise<void> | undefined;
        const release = (inOrder = false) => {
          released ??= (traceless && inOrder ? kept.keep(place) : place.dispose()).finally(giveTurn);
          return released;
        };
        return { running: tenure.opened, context, page, gate, traceless, release };
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
      closing++;
      holdWhileNeeded();
      await closeBrowser();
      closing--;
      holdWhileNeeded();
      const folder = cache;
      cache = undefined;
      await (await folder?.catch(() => undefined))?.remove();
    },
  };
}
