import type { Page } from 'puppeteer-core';
import { browserLimits } from '../../../../spec/engine-limits.ts';
import { namesThisMachine } from '../../address/address-check.ts';
import type { PrivateNetwork } from '../browser-engine.ts';
import { BrowserError } from '../browser-error.ts';
import type { LoadEvent, Visit, VisitSource } from '../visit.ts';
import type { DocumentWatch } from './document-watch.ts';
import { isolatedWorld } from './driver-internals.ts';
import type { EgressFailure, EgressGate } from './egress/egress-gate.ts';
import { isAdminPath } from './egress/find-addresses.ts';
import { getFailure } from './puppeteer-failure.ts';
import { withinTime } from './within-time.ts';

/** The browser's error names for failures at the gate, which is all it sees of the network. */
const namesOfFailures = {
  unresolved: 'ERR_NAME_NOT_RESOLVED',
  refused: 'ERR_CONNECTION_REFUSED',
  unreachable: 'ERR_ADDRESS_UNREACHABLE',
  reset: 'ERR_CONNECTION_RESET',
  timeout: 'ERR_CONNECTION_TIMED_OUT',
} as const satisfies Record<Exclude<EgressFailure, 'blocked'>, string>;

/**
 * Opens the address of a visit, or writes its HTML, and waits for the events that end the load. With `bestAttempt`, a
 * load that takes too long stops with what has arrived, if that includes a document.
 */
export async function openSource(
  page: Page,
  visit: Visit,
  documents: DocumentWatch,
  gate: Pick<EgressGate, 'getFailure'>,
): Promise<void> {
  const { source, navigationMs = browserLimits.navigationMs } = visit;
  const waitUntil: LoadEvent[] = [...(visit.waitUntil ?? ['domcontentloaded'])];
  const late = () =>
    new BrowserError('timeout', `Navigation timeout of ${navigationMs} ms exceeded`, { stage: 'navigation' });
  // The time limit is kept here: the driver starts its own only after parsing the HTML, including scripts.
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
    const failure = getFailure(thrown, 'bad-request', 'navigation');
    const hasDocument = source.url === undefined || documents.shown() > 0;
    if (visit.bestAttempt === true && failure.failure === 'timeout' && hasDocument) return;
    throw failure.failure === 'network' ? trueFailure(failure, documents, gate) : failure;
  }
}

/** @throws BrowserError if the page shows a network error, or a document that it may not show */
export async function refuseErrorPage(
  page: Page,
  documents: DocumentWatch,
  gate: Pick<EgressGate, 'getFailure'>,
): Promise<void> {
  const url = page.url();
  const refused = (documents.lastStatus() ?? 0) >= 400;
  // For an error without a body, some browsers show a page of their own, others an empty one.
  if (refused && (url.startsWith('chrome-error:') || (await isEmpty(page))))
    throw new BrowserError('network', 'ERR_HTTP_RESPONSE_CODE_FAILURE');
  if (url.startsWith('chrome-error:'))
    throw trueFailure(new BrowserError('network', 'ERR_FAILED'), documents, gate);
  if (!/^(?:about|blob):/.test(url)) refuseScheme(getAddress(url).protocol);
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
  gate: Pick<EgressGate, 'getFailure'>,
): BrowserError {
  const wanted = documents.wanted();
  const failure = wanted === undefined ? undefined : gate.getFailure(wanted);
  if (wanted === undefined || failure === undefined) return seen;
  return failure === 'blocked'
    ? blockedHost(wanted, seen)
    : new BrowserError('network', namesOfFailures[failure], { cause: seen });
}

function blockedHost(url: string, cause: BrowserError): BrowserError {
  const { host, pathname } = new URL(url);
  const what = isAdminPath(pathname)
    ? `${host}${pathname} is the admin interface of a mock`
    : `${host} is an address`;
  return new BrowserError('blocked', `${what} that pages may not reach`, { cause });
}

/** Number of pending requests at which the network counts as idle. */
const idleAt = { networkidle0: 0, networkidle2: 2 } as const;

/**
 * Writes HTML into the blank page and waits for events. The page stays at `about:blank`, so its addresses are absolute,
 * or relative to its `base`. There is no time limit.
 */
async function writeHtml(page: Page, html: string, waitUntil: readonly LoadEvent[]): Promise<void> {
  const loaded = waitUntil.includes('load') ? 'load' : 'domcontentloaded';
  await page.setContent(html, { waitUntil: loaded, timeout: 0 });
  // The browser reports an idle network only after a navigation, which this is not.
  for (const event of waitUntil)
    if (event === 'networkidle0' || event === 'networkidle2')
      await page.waitForNetworkIdle({ concurrency: idleAt[event], timeout: 0 });
}

/**
 * The address of a visit.
 *
 * @throws BrowserError `network` for an invalid address, `blocked` for one that is not HTTP: the browser itself would
 * open files of this machine and pages of its own
 */
export function getAddress(url: string): URL {
  const address = URL.parse(url);
  if (address === null) throw new BrowserError('network', 'ERR_INVALID_URL');
  refuseScheme(address.protocol);
  return address;
}

/** @throws BrowserError `blocked` if a document's scheme is neither `http:` nor `https:` */
function refuseScheme(scheme: string): void {
  if (scheme === 'http:' || scheme === 'https:') return;
  throw new BrowserError('blocked', `${scheme} addresses are not allowed, only http: and https: ones`);
}

/**
 * The addresses that a visit may reach: only pages from this machine may reach it, never those of other hosts, wherever
 * they link to.
 */
export function getReach(source: VisitSource, network: PrivateNetwork): PrivateNetwork {
  if (network !== 'loopback' || source.url === undefined) return network;
  return namesThisMachine(getAddress(source.url).hostname) ? 'loopback' : 'refused';
}
