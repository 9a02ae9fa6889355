import type { PrivateNetwork } from '../browser-options.ts';
import type { EgressGate } from './egress/egress-gate.ts';
import { checkUrl, type EgressFailure } from './egress/index.ts';

/** Stands where a browser runs on another machine, and so out of reach of a gate on this one. */
export interface UrlGuard extends Pick<EgressGate, 'failureOf'> {
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
      failures.set(originOf(url), failure);
      return false;
    },
    failureOf: (url) => failures.get(originOf(url)),
  };
}

function originOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}
