import type { HTTPRequest, Page } from 'puppeteer-core';
import type { PrivateNetwork } from '../browser-engine.ts';
import type { RequestRules } from '../visit.ts';
import type { EgressFailure, EgressGate } from './egress/egress-gate.ts';
import { checkUrl } from './egress/find-addresses.ts';

/** What is asked about a request before it is sent. */
interface WantedRequest {
  readonly url: string;
  /** As the browser names it, in lower case. */
  readonly type: string;
}

/**
 * Whether the rules let a request through. They hold for every request, that of the document itself too. What is
 * rejected stays so whatever is allowed; a list of what is allowed lets nothing else through, and where there are
 * patterns and types, a request needs one of each.
 */
export function letsThrough(rules: RequestRules, { url, type }: WantedRequest): boolean {
  const { allowPatterns, rejectPatterns, allowTypes, rejectTypes } = rules;
  if (rejectTypes?.includes(type) || rejectPatterns?.some((pattern) => pattern.test(url))) return false;
  return (
    (allowTypes?.includes(type) ?? true) && (allowPatterns?.some((pattern) => pattern.test(url)) ?? true)
  );
}

/**
 * Asks `allow` before each request of a page is sent, and refuses those it does not want. WebSockets are not asked
 * about: the browser does not let them be stopped here.
 */
export async function interceptRequests(
  page: Page,
  allow: (request: WantedRequest) => boolean | Promise<boolean>,
): Promise<void> {
  page.on('request', (request) => {
    // A request whose page has gone can be neither sent nor refused; nobody waits for it.
    decide(request, allow).catch(() => {});
  });
  await page.setRequestInterception(true);
}

async function decide(
  request: HTTPRequest,
  allow: (request: WantedRequest) => boolean | Promise<boolean>,
): Promise<void> {
  if (request.isInterceptResolutionHandled()) return;
  const allowed = await allow({ url: request.url(), type: request.resourceType() });
  await (allowed ? request.continue() : request.abort('blockedbyclient'));
}

/** Stands where a browser runs on another machine, and so out of reach of a gate on this one. */
interface UrlGuard extends Pick<EgressGate, 'getFailure'> {
  /** Whether a URL may be asked for. */
  admits(url: string): Promise<boolean>;
}

/** Checks the addresses of requests before the browser sends them. */
export function createUrlGuard(network: PrivateNetwork): UrlGuard {
  const failures = new Map<string, EgressFailure>();
  return {
    async admits(url) {
      const failure = await checkUrl(url, network);
      // A name that has no address here may well have one where the browser is, which then says so itself.
      if (failure !== 'blocked') return true;
      failures.set(getOrigin(url), failure);
      return false;
    },
    getFailure: (url) => failures.get(getOrigin(url)),
  };
}

function getOrigin(url: string): string {
  return URL.parse(url)?.host ?? url;
}
