import type { PrivateNetwork } from '../browser-options.ts';
import type { Visit } from '../visit.ts';
import { addTags } from './added-tags.ts';
import type { Place } from './browser-pool.ts';
import { type DocumentWatch, watchDocuments } from './document-watch.ts';
import { openSource, refuseErrorPage } from './navigation.ts';
import { keepAlone } from './page-events.ts';
import { applySettings } from './page-settings.ts';
import { failureOf } from './puppeteer-failure.ts';
import { interceptRequests, letsThrough } from './request-rules.ts';
import { scrollThrough } from './scrolling.ts';
import { waitAsAsked } from './waiting.ts';

/**
 * Loads the page of a visit into a place, in the order that the fields of a request imply: what holds for requests
 * first, then the document, what is added to it, what is waited for, and the scrolling.
 *
 * @param reach what the page may reach
 * @throws BrowserError
 */
export async function loadPage(place: Place, visit: Visit, reach: PrivateNetwork): Promise<DocumentWatch> {
  const { page, gate } = place;
  const { requests } = visit;
  keepAlone(page);
  const documents = watchDocuments(page);
  gate?.admit(reach);
  await applySettings(page, visit);
  if (requests !== undefined) await interceptRequests(page, (request) => letsThrough(requests, request));
  await openSource(page, visit, documents, gate);
  await addTags(page, visit);
  await waitAsAsked(page, visit);
  if (visit.scroll === true) await scrollThrough(page).catch((error) => throwFailure(error));
  await refuseErrorPage(page, documents, gate);
  return documents;
}

function throwFailure(error: unknown): never {
  throw failureOf(error, 'capture', 'action');
}
