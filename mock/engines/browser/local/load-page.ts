import type { Page, Target } from 'puppeteer-core';
import { browserLimits } from '../../../../spec/engine-limits.ts';
import type { PrivateNetwork } from '../browser-engine.ts';
import { BrowserError } from '../browser-error.ts';
import type { Visit } from '../visit.ts';
import type { Place } from './browser-pool.ts';
import { type DocumentWatch, noDocuments, watchDocuments } from './document-watch.ts';
import { isolatedWorld } from './driver-internals.ts';
import { openSource, refuseErrorPage } from './navigation.ts';
import { addTags, applySettings, setWindow } from './page-settings.ts';
import { getFailure } from './puppeteer-failure.ts';
import { createUrlGuard, interceptRequests, letsThrough } from './request-rules.ts';
import { waitForVisit } from './waiting.ts';
import { pause, withinTime } from './within-time.ts';

/**
 * Loads the page of a visit into a place. The order follows from the request's fields: settings for requests, the
 * document, added scripts and styles, waits, and scrolling.
 *
 * @param reach the addresses that the page may reach
 * @throws BrowserError
 */
export async function loadPage(place: Place, visit: Visit, reach: PrivateNetwork): Promise<DocumentWatch> {
  const { page, gate, traceless } = place;
  const { requests } = visit;
  if (!traceless) keepAlone(page);
  const documents = traceless ? noDocuments : watchDocuments(page);
  gate?.admit(reach);
  const guard = gate ?? createUrlGuard(reach);
  await (traceless ? setWindow(page, visit.viewport) : applySettings(page, visit));
  // Intercepting every request takes time, so it is done only if needed.
  if (requests !== undefined || 'admits' in guard)
    await interceptRequests(
      page,
      async (request) =>
        letsThrough(requests ?? {}, request) && (!('admits' in guard) || guard.admits(request.url)),
    );
  await openSource(page, visit, documents, guard);
  await addTags(page, visit);
  await waitForVisit(page, visit);
  const late = () => new BrowserError('timeout', 'Request timed out', { stage: 'action' });
  const looked = look(page, visit, () => refuseErrorPage(page, documents, guard));
  await withinTime(visit.actionMs ?? browserLimits.actionMs, looked, late);
  return documents;
}

async function look(page: Page, visit: Visit, check: () => Promise<void>): Promise<void> {
  try {
    if (visit.scroll === true) await scrollThrough(page);
    await check();
  } catch (thrown) {
    throw getFailure(thrown, 'capture', 'action');
  }
}

/**
 * Isolates a page: dismisses dialogs, so that none blocks its scripts, and closes windows that it opens. Ends with the
 * page.
 */
function keepAlone(page: Page): void {
  page.on('dialog', (dialog) => {
    // The page may have closed meanwhile, and the dialog with it.
    dialog.dismiss().catch(() => {});
  });
  const own = page.target();
  page.browserContext().on('targetcreated', (target: Target) => {
    if (target === own || target.type() !== 'page') return;
    target
      .page()
      .then((opened) => opened?.close())
      // The window may have closed itself first.
      .catch(() => {});
  });
}

/** Milliseconds at each stop, so that nearby content begins to load. */
const stopMs = 50;

/** Milliseconds a busy machine gets to draw a stop, which triggers the page's observers. */
const drawnMs = 2_000;

/** Minimum pixels between two stops, so that a low window does not take forever. */
const leastStep = 200;

/**
 * Scrolls from top to bottom, one window at a time, for content that loads when it comes into view, and back to the
 * top. A page that grows meanwhile is followed down to the largest captured height.
 */
async function scrollThrough(page: Page): Promise<void> {
  const world = isolatedWorld(page);
  for (let top = 0; ; ) {
    // A page's timers stop while its scripts are disabled, so the wait happens here.
    const { step, bottom } = await world.evaluate((to) => {
      window.scrollTo({ top: to, behavior: 'instant' });
      const { scrollHeight } = document.scrollingElement ?? document.documentElement;
      return { step: window.innerHeight, bottom: scrollHeight - window.innerHeight };
    }, top);
    const drawn = world.evaluate(
      () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
    );
    await Promise.all([pause(stopMs), Promise.race([drawn.catch(() => {}), pause(drawnMs)])]);
    if (top >= Math.min(bottom, browserLimits.pageHeight)) break;
    top += Math.max(step, leastStep);
  }
  await world.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
}
