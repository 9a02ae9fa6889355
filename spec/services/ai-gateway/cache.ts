import { gatewayLimits as limits } from './limits.ts';

/** The caching settings of a request and its gateway. */
interface CacheWishes {
  /** `cf-aig-skip-cache` */
  readonly skip: boolean;
  /** `cf-aig-cache-ttl`, in seconds */
  readonly ttl: number | undefined;
  /** Whether the request has `cf-aig-cache-key`. */
  readonly keyed: boolean;
  /** `cache_ttl` of the gateway, in seconds; 0 and null are off */
  readonly gatewayTtl: number | null;
}

/**
 * Seconds for which the answer to a request is cached, 0 for not at all: seed, Per-request headers; Cloudflare docs, AI
 * Gateway caching. The request overrides its gateway. The documented minimum of 60 seconds is not enforced: the seed
 * caches an answer for the requested seconds.
 *
 * @example
 * cacheSeconds({ skip: false, ttl: 10, keyed: false, gatewayTtl: 0 }) // 10
 * cacheSeconds({ skip: false, ttl: undefined, keyed: true, gatewayTtl: 0 }) // 300
 */
export function cacheSeconds({ skip, ttl, keyed, gatewayTtl }: CacheWishes): number {
  if (skip) return 0;
  const wished = ttl ?? gatewayTtl ?? 0;
  if (wished > 0) return Math.min(wished, limits.cacheTtl.max);
  return keyed && ttl === undefined ? limits.keyedCacheTtl : 0;
}
