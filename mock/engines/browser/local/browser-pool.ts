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
 * Lends out pages of one shared browser, as many at once as there are places. Each is in a context of its own, except
 * reusable ones that keep no state.
 */
export interface BrowserPool {
  /**
   * Waits for a place and takes a page in a context of its own.
   *
   * @param traceless whether the visit leaves no state in the page, so that it may reuse the page of earlier such
   * visits
   * @throws BrowserError `no-browser`, `aborted`, or `closed` if the pool is closed meanwhile
   */
  take(signal: AbortSignal | undefined, traceless?: boolean): Promise<Place>;
  /** Finds a browser and starts it. */
  status(): Promise<BrowserStatus>;
  /** Ends the browser with all its pages; taking another place starts a new one. */
  close(): Promise<void>;
}

/** A blank page in a context of its own, until it is released. */
export interface Place {
  readonly running: RunningBrowser;
  readonly context: BrowserContext;
  readonly page: Page;
  /** The proxy for all traffic of the context; absent for a browser on another machine. */
  readonly gate: EgressGate | undefined;
  /** Whether its user promised to leave no state in it; earlier users with the same promise may have had it. */
  readonly traceless: boolean;
  /**
   * Discards the context with its pages, even stuck ones, and gives the place to the next in line.
   *
   * @param inOrder whether the promise was kept, so that a traceless page may be reused
   */
  release(inOrder?: boolean): Promise<void>;
}

/** The parts of a pool. */
export interface BrowserPoolOptions extends BrowserOptions {
  /** Opens the filtering proxy of one context. */
  readonly openGate: () => Promise<EgressGate>;
  /** Number of pages after which a browser is replaced. */
  readonly pagesOfABrowser?: number | undefined;
  /** Number of visits that may wait for a place. */
  readonly waitingPages?: number | undefined;
}

/**
 * A browser that the first visit starts, with one more page ready than is in use.
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
  // Node exits once nothing holds it, even during closing: a visit that ends meanwhile must not release the hold.
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
        // Callers from before the close must not start it again.
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
