import type { Page } from 'puppeteer-core';
import { browserLimits } from '../../../../spec/engine-limits.ts';
import type { BrowserEngine, BrowserOptions, PrivateNetwork, Visited } from '../browser-engine.ts';
import { BrowserError } from '../browser-error.ts';
import type { LoadedPage, Visit } from '../visit.ts';
import { type BrowserPool, createBrowserPool, type Place } from './browser-pool.ts';
import { type DocumentWatch, getFacts } from './document-watch.ts';
import { openGate } from './egress/open-gate.ts';
import { loadPage } from './load-page.ts';
import { getAddress, getReach } from './navigation.ts';
import { openPage } from './open-page.ts';
import { isTraceless } from './traceless.ts';
import { watchVisit } from './visit-end.ts';
import { withinTime } from './within-time.ts';

/** A browser on this machine, or one reachable from it. */
export function createLocalBrowser(options: BrowserOptions): BrowserEngine {
  const { closedPort } = options;
  const pool = createBrowserPool({ ...options, openGate: () => openGate({ closedPort }) });
  return {
    visit: visitsWith(pool, options.privateNetwork ?? 'refused'),
    status: () => pool.status(),
    close: () => pool.close(),
  };
}

/** Visits pages in places of a pool. */
export function visitsWith(pool: BrowserPool, network: PrivateNetwork): BrowserEngine['visit'] {
  return async (visit, work) => {
    if (visit.source.url !== undefined) getAddress(visit.source.url);
    const reach = getReach(visit.source, network);
    const place = await pool.take(visit.signal, isTraceless(visit));
    const begun = performance.now();
    const end = watchVisit(place, visit.signal, browserLimits.visitMs);
    const browserMs = () => Math.ceil(performance.now() - begun);
    let inOrder = false;
    try {
      const done = loadAndWork(place, visit, reach, work);
      const { value, page } = await Promise.race([done, end.reached]);
      inOrder = true;
      return { value, page, browserMs: browserMs() };
    } catch (error) {
      if (error instanceof BrowserError) error.browserMs = browserMs();
      throw error;
    } finally {
      end.forget();
      // The caller need not wait for the context to close; the pool counts the place as taken until then.
      place.release(inOrder).catch(() => {});
    }
  };
}

async function loadAndWork<T>(
  place: Place,
  visit: Visit,
  reach: PrivateNetwork,
  work: (page: LoadedPage) => Promise<T>,
): Promise<Omit<Visited<T>, 'browserMs'>> {
  const { page } = place;
  const { actionMs = browserLimits.actionMs } = visit;
  const documents = await loadPage(place, visit, reach);
  const late = () => new BrowserError('timeout', 'Request timed out', { stage: 'action' });
  return withinTime(actionMs, workOn(page, documents, work), late);
}

async function workOn<T>(
  page: Page,
  documents: DocumentWatch,
  work: (page: LoadedPage) => Promise<T>,
): Promise<Omit<Visited<T>, 'browserMs'>> {
  const loaded = documents.shown();
  const facts = getFacts(page, documents);
  const value = await work(openPage(page));
  // A page may have navigated by itself during the work.
  return { value, page: documents.shown() === loaded ? await facts : await getFacts(page, documents) };
}
