import { cacheSeconds } from '../../../../spec/services/ai-gateway/cache.ts';
import { gatewayLimits as limits } from '../../../../spec/services/ai-gateway/limits.ts';
import { answerKey, answerStore } from '../../../engines/answer-cache/answer-cache.ts';
import type { GatewayRun } from './gateway-run.ts';
import { getSize } from './run-log.ts';

/** An answer in a gateway's cache. */
export interface KeptAnswer {
  readonly mediaType: string;
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** Text that guardrails check. */
  readonly text: string;
}

/** Cache settings of a request and its gateway. */
export interface CachePlan {
  /** Whether request or gateway mention the cache, so that the answer does too. */
  readonly mentioned: boolean;
  /** Milliseconds to cache the answer; 0 skips the cache, lookups too. */
  readonly ttlMs: number;
}

/** The cached answers of an account's gateways. */
export interface KeptAnswers {
  find(key: string): KeptAnswer | undefined;
  keep(key: string, answer: KeptAnswer, ttlMs: number): void;
  clear(): void;
}

/** Cloudflare docs, AI Gateway caching: streams and very large requests are not cached. */
export function cachePlan({ headers, gateway, request }: GatewayRun): CachePlan {
  const skip = headers['cf-aig-skip-cache'] ?? false;
  const ttl = headers['cf-aig-cache-ttl'];
  const keyed = headers['cf-aig-cache-key'] !== undefined;
  const gatewayTtl = gateway.cache_ttl;
  if (!skip && !keyed && !ttl && gatewayTtl === 0) return noCache;
  if (request.streams || getSize(request.body) > limits.cacheableBytes) return { mentioned: true, ttlMs: 0 };
  return { mentioned: true, ttlMs: cacheSeconds({ skip, ttl, keyed, gatewayTtl }) * 1000 };
}

const noCache: CachePlan = { mentioned: false, ttlMs: 0 };

/**
 * The cache key: gateway, endpoint, model and body, or the request's own key in place of the last two. An own key
 * applies to all models, but not to another format, whose answers the client couldn't read (inferred).
 */
export function cacheKey({ request, gateway, headers }: GatewayRun): Promise<string> {
  const { endpoint, model, body } = request;
  const place = [gateway.id, gateway.created_at];
  const own = headers['cf-aig-cache-key'];
  if (own === undefined) return answerKey([...place, endpoint, model.id, body]);
  return answerKey([...place, request.surface === 'run' ? 'ai/run' : endpoint, 'key', own]);
}

/** @param now the time in milliseconds */
export function keptAnswers(now: () => number): KeptAnswers {
  const store = answerStore({ now, maxEntries: 1000, maxBytes: 64 * 2 ** 20 });
  return {
    find(key) {
      const kept = store.get(key);
      if (kept === undefined) return undefined;
      const [mediaType = '', form = '', text = ''] = kept.headers.map(([, value]) => value);
      return { mediaType, body: form === 'text' ? decoder.decode(kept.body) : kept.body.slice(), text };
    },
    keep(key, { mediaType, body, text }, ttlMs) {
      const isText = typeof body === 'string';
      // Counts the text among the stored bytes, as a header does.
      const headers = [
        ['content-type', mediaType],
        ['form', isText ? 'text' : 'bytes'],
        ['text', text],
      ] as const;
      store.set(key, { status: 200, headers, body: isText ? encoder.encode(body) : body.slice() }, ttlMs);
    },
    clear: () => store.clear(),
  };
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
