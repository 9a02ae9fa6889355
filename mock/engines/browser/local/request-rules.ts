import type { HTTPRequest, Page } from 'puppeteer-core';
import type { PrivateNetwork } from '../browser-engine.ts';
import type { RequestRules } from '../visit.ts';
import type { EgressFailure, EgressGate } from './egress/egress-gate.ts';
import { checkUrl } from './egress/find-addresses.ts';

/** The properties of a request before it is sent. */
interface WantedRequest {
  readonly url: string;
  /** As the browser names it, in lower case. */
  readonly type: string;
}

/**
 * Whether the rules allow a request. They apply to every request, including that of the document itself. Rejection
 * takes precedence over permission. If there are patterns or types to allow, a request must match one of each list.
 */
export function letsThrough(rules: RequestRules, { url, type }: WantedRequest): boolean {
  const { allowPatterns, rejectPatterns, allowTypes, rejectTypes } = rules;
  if (rejectTypes?.includes(type) || rejectPatterns?.some((pattern) => pattern.test(url))) return false;
  return (
    (allowTypes?.includes(type) ?? true) && (allowPatterns?.some((pattern) => pattern.test(url)) ?? true)
  );
}

/**
 * Calls `allow` before each request of a page is sent, and refuses those it rejects. WebSockets are not included: the
 * browser can't block them here.
 */
export async function interceptRequests(
  page: Page,
  allow: (request: WantedRequest) => boolean | Promise<boolean>,
): Promise<void> {
  page.on('request', (request) => {
    // A request whose page is gone can be neither sent nor refused; it has no waiter.
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

/** Replaces the gate for a browser on another machine, which can't reach a gate on this one. */
interface UrlGuard extends Pick<EgressGate, 'getFailure'> {
  /** Whether a URL may be requested. */
  admits(url: string): Promise<boolean>;
}

/** Checks the addresses of requests before the browser sends them. */
export function createUrlGuard(network: PrivateNetwork): UrlGuard {
  const failures = new Map<string, EgressFailure>();
  return {
    async admits(url) {
      const failure = await checkUrl(url, network);
      // A name without an address here may have one at the browser's machine; otherwise the browser reports it.
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
