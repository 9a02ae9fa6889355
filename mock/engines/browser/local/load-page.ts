import type { Page } from 'puppeteer-core';
import { browserLimits } from '../../../../spec/engine-limits.ts';
import { BrowserError } from '../browser-error.ts';
import type { PrivateNetwork } from '../browser-options.ts';
import type { Visit } from '../visit.ts';
import { addTags } from './added-tags.ts';
import type { Place } from './browser-pool.ts';
import { type DocumentWatch, noDocuments, watchDocuments } from './document-watch.ts';
import { openSource, refuseErrorPage } from './navigation.ts';
import { keepAlone } from './page-events.ts';
import { applySettings, setWindow } from './page-settings.ts';
import { failureOf } from './puppeteer-failure.ts';
import { interceptRequests, letsThrough } from './request-rules.ts';
import { scrollThrough } from './scrolling.ts';
import { createUrlGuard } from './url-guard.ts';
import { waitAsAsked } from './waiting.ts';
import { withinTime } from './within-time.ts';

/**
 * Loads the page of a visit into a place, in the order that the fields of a request imply: what holds for requests
 * first, then the document, what is added to it, what is waited for, and the scrolling.
 *
 * @param reach what the page may reach
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
  // Asking before every request takes time, so it is done only where something hangs on it.
  if (requests !== undefined || 'admits' in guard)
    await interceptRequests(
      page,
      async (request) =>
        letsThrough(requests ?? {}, request) && (!('admits' in guard) || guard.admits(request.url)),
    );
  await openSource(page, visit, documents, guard);
  await addTags(page, visit);
  await waitAsAsked(page, visit);
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
    throw failureOf(thrown, 'capture', 'action');
  }
}
