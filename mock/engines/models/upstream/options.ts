import type { CountTokens } from '../count-tokens.ts';
import { modelMatches } from '../model-pattern.ts';

/** Time limits for an upstream, in milliseconds; `Infinity` for none. */
export interface UpstreamTimeouts {
  /** From the request to the head of the response: a local server may load a model in this time. */
  readonly headMs: number;
  /** From one piece of the response to the next. */
  readonly betweenMs: number;
  /** From the request to the end of the response. */
  readonly totalMs: number;
}

/** Below the five minutes after which the runtimes' clients time out by themselves. */
export const upstreamTimeouts: UpstreamTimeouts = {
  headMs: 240_000,
  betweenMs: 120_000,
  totalMs: 1_800_000,
};

export interface UpstreamOptions {
  /** Base URL of the interface: `http://localhost:11434/v1`. */
  readonly baseUrl: string;
  /** Sent as a bearer token. */
  readonly apiKey?: string;
  /** Headers of every request, in addition to the required ones. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * The names of models upstream. In a table, `*` matches any run of characters; of several entries that match an id
   * the longest one counts, and an id without an entry is unchanged.
   */
  readonly modelMap?: Readonly<Record<string, string>> | ((id: string) => string);
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  readonly timeouts?: Partial<UpstreamTimeouts>;
  /** Counts the usage that an upstream does not send. */
  readonly countTokens?: CountTokens;
  /** The name of the token limit: OpenAI's newer models accept the second one only. */
  readonly maxTokensParameter?: 'max_tokens' | 'max_completion_tokens';
}

/**
 * The name of a model upstream.
 *
 * @example
 * upstreamModel('@cf/meta/llama-3.1-8b-instruct', { '@cf/*': 'llama3.1' }) // 'llama3.1'
 */
export function upstreamModel(id: string, map: UpstreamOptions['modelMap'] = {}): string {
  if (typeof map === 'function') return map(id);
  if (Object.hasOwn(map, id)) return map[id] ?? id;
  let best: string | undefined;
  for (const pattern of Object.keys(map)) {
    if (modelMatches(pattern, id) && pattern.length > (best?.length ?? -1)) best = pattern;
  }
  return best === undefined ? id : (map[best] ?? id);
}
