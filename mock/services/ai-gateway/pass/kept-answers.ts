import { cacheSeconds } from '../../../../spec/services/ai-gateway/cache.ts';
import { gatewayLimits as limits } from '../../../../spec/services/ai-gateway/limits.ts';
import { answerKey, answerStore } from '../../../engines/answer-cache/answer-cache.ts';
import type { GatewayRun } from './gateway-run.ts';
import { getSize } from './run-log.ts';

/** An answer that a gateway has kept. */
export interface KeptAnswer {
  readonly mediaType: string;
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** What guardrails look at. */
  readonly text: string;
}

/** What a request and its gateway say about caching. */
export interface CachePlan {
  /** Whether anybody spoke of a cache at all, so that the answer has to as well. */
  readonly asked: boolean;
  /** Milliseconds for which the answer is kept; 0 for not at all, and then nothing is looked for either. */
  readonly ttlMs: number;
}

/** What the gateways of an account have kept. */
export interface KeptAnswers {
  find(key: string): KeptAnswer | undefined;
  keep(key: string, answer: KeptAnswer, ttlMs: number): void;
  clear(): void;
}

/** Cloudflare docs, AI Gateway caching: streams are not kept, and neither are very large requests. */
export function cachePlan({ headers, gateway, request }: GatewayRun): CachePlan {
  const skip = headers['cf-aig-skip-cache'] ?? false;
  const ttl = headers['cf-aig-cache-ttl'];
  const keyed = headers['cf-aig-cache-key'] !== undefined;
  const gatewayTtl = gateway.cache_ttl;
  if (!skip && !keyed && !ttl && gatewayTtl === 0) return notAsked;
  if (request.streams || getSize(request.body) > limits.cacheableBytes) return { asked: true, ttlMs: 0 };
  return { asked: true, ttlMs: cacheSeconds({ skip, ttl, keyed, gatewayTtl }) * 1000 };
}

const notAsked: CachePlan = { asked: false, ttlMs: 0 };

/**
 * What makes two requests the same: gateway, endpoint, model and body, or in place of the last two the key
 * that the request brings. A key of one's own holds for all models, and not for answers of another format,
 * which no client of the first could read (inferred).
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
      // The text counts among the bytes of the store as a header does.
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
