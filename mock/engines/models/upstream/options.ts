import type { CountTokens } from '../count-tokens.ts';
import { modelMatches } from '../model-pattern.ts';

/** How long an upstream may keep silent, in milliseconds; `Infinity` for as long as it likes. */
export interface UpstreamTimeouts {
  /** From the request to the head of the answer: a local server may load a model in this time. */
  readonly headMs: number;
  /** From one piece of the answer to the next. */
  readonly betweenMs: number;
  /** For the end of a stream, after the text is complete: what may still come is how much was used. */
  readonly endMs: number;
  /** From the request to the end of the answer. */
  readonly totalMs: number;
}

/** Below the five minutes after which the clients of the runtimes give up by themselves. */
export const upstreamTimeouts: UpstreamTimeouts = {
  headMs: 240_000,
  betweenMs: 120_000,
  endMs: 5_000,
  totalMs: 1_800_000,
};

export interface UpstreamOptions {
  /** Where the paths of the interface begin: `http://localhost:11434/v1`. */
  readonly baseUrl: string;
  /** Sent as a bearer token. */
  readonly apiKey?: string;
  /** Headers of every request, beside those that are needed. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * What a model is called upstream. In a table, `*` stands for any run of characters, and of several entries
   * that match an id the longest one counts; an id in no entry stays as it is.
   */
  readonly modelMap?: Readonly<Record<string, string>> | ((id: string) => string);
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  readonly timeouts?: Partial<UpstreamTimeouts>;
  /** Counts the usage that an upstream does not tell. */
  readonly countTokens?: CountTokens;
  /** What the limit of an answer is called: newer models of OpenAI's own know the second name only. */
  readonly maxTokensParameter?: 'max_tokens' | 'max_completion_tokens';
  /** How vectors are asked for; either way both are understood. */
  readonly embeddingEncoding?: 'float' | 'base64';
}

/**
 * What a model is called upstream.
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
