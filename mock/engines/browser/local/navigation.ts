import type { Page } from 'puppeteer-core';
import { browserLimits } from '../../../../spec/engine-limits.ts';
import { BrowserError } from '../browser-error.ts';
import type { LoadEvent, Visit } from '../visit.ts';
import type { DocumentWatch } from './document-watch.ts';
import { isolatedWorld } from './driver-internals.ts';
import type { EgressFailure, EgressGate } from './egress/egress-gate.ts';
import { writeHtml } from './given-html.ts';
import { failureOf } from './puppeteer-failure.ts';
import { addressOf, refuseScheme } from './visit-address.ts';
import { withinTime } from './within-time.ts';

/** How the browser would have named what the gate saw; the gate is what it sees instead of the network. */
const namesOfFailures = {
  unresolved: 'ERR_NAME_NOT_RESOLVED',
  refused: 'ERR_CONNECTION_REFUSED',
  unreachable: 'ERR_ADDRESS_UNREACHABLE',
  reset: 'ERR_CONNECTION_RESET',
  timeout: 'ERR_CONNECTION_TIMED_OUT',
} as const satisfies Record<Exclude<EgressFailure, 'blocked'>, string>;

/**
 * Opens the address of a visit, or writes the HTML that it brings, and waits for the events that end the load.
 * With `bestAttempt` a load that takes too long is left at what has come, if a document has.
 */
export async function openSource(
  page: Page,
  visit: Visit,
  documents: DocumentWatch,
  gate: Pick<EgressGate, 'failureOf'>,
): Promise<void> {
  const { source, navigationMs = browserLimits.navigationMs } = visit;
  const waitUntil: LoadEvent[] = [...(visit.waitUntil ?? ['domcontentloaded'])];
  const late = () =>
    new BrowserError('timeout', `Navigation timeout of ${navigationMs} ms exceeded`, { stage: 'navigation' });
  // The limit is kept here: the driver starts its own only once HTML has been parsed, scripts included.
  const opened: Promise<unknown> =
    source.url === undefined
      ? writeHtml(page, source.html, waitUntil)
      : page.goto(source.url, {
          waitUntil,
          timeout: 0,
          ...(visit.referrer === undefined ? {} : { referer: visit.referrer }),
          ...(visit.referrerPolicy === undefined ? {} : { referrerPolicy: visit.referrerPolicy }),
        });
  try {
    await withinTime(navigationMs, opened, late);
  } catch (thrown) {
    const failure = failureOf(thrown, 'bad-request', 'navigation');
    const stands = source.url === undefined || documents.shown() > 0;
    if (visit.bestAttempt === true && failure.failure === 'timeout' && stands) return;
    throw failure.failure === 'network' ? trueFailure(failure, documents, gate) : failure;
  }
}

/** @throws BrowserError where the page has come to show an error of the network, or what it may not show */
export async function refuseErrorPage(
  page: Page,
  documents: DocumentWatch,
  gate: Pick<EgressGate, 'failureOf'>,
): Promise<void> {
  const url = page.url();
  const refused = (documents.lastStatus() ?? 0) >= 400;
  // Some browsers show a page of their own for an error without a body, where others show an empty one.
  if (refused && (url.startsWith('chrome-error:') || (await isEmpty(page))))
    throw new BrowserError('network', 'ERR_HTTP_RESPONSE_CODE_FAILURE');
  if (url.startsWith('chrome-error:'))
    throw trueFailure(new BrowserError('network', 'ERR_FAILED'), documents, gate);
  if (!/^(?:about|blob):/.test(url)) refuseScheme(addressOf(url).protocol);
}

function isEmpty(page: Page): Promise<boolean> {
  return isolatedWorld(page).evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation');
    const bytes = navigation instanceof PerformanceNavigationTiming ? navigation.decodedBodySize : 0;
    return bytes === 0 && (document.documentElement?.textContent ?? '') === '' && document.all.length <= 3;
  });
}

function trueFailure(
  seen: BrowserError,
  documents: DocumentWatch,
  gate: Pick<EgressGate, 'failureOf'>,
): BrowserError {
  const wanted = documents.wanted();
  const failure = wanted === undefined ? undefined : gate.failureOf(wanted);
  if (wanted === undefined || failure === undefined) return seen;
  return failure === 'blocked'
    ? blockedHost(wanted, seen)
    : new BrowserError('network', namesOfFailures[failure], { cause: seen });
}

function blockedHost(url: string, cause: BrowserError): BrowserError {
  return new BrowserError('blocked', `${new URL(url).host} is an address that pages may not reach`, {
    cause,
  });
}
