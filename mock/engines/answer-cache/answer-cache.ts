import { isBytes } from '../../../spec/value-kinds.ts';
import type { Answer, WholeAnswer } from './answer.ts';
import { answerStore } from './answer-store.ts';
import { collectStream } from './collect-stream.ts';

export interface AnswerCacheOptions {
  /** The time in milliseconds. */
  readonly now: () => number;
  /** Default 1000. */
  readonly maxEntries?: number;
  /** For all answers together. Default 64 MiB. */
  readonly maxBytes?: number;
  /** For one body; a longer one passes through and is not kept. Default 25 MB (fact sheet 6.3). */
  readonly maxBodyBytes?: number;
}

export interface CacheUse {
  readonly key: string;
  /** How long an answer may be given again, in milliseconds from its end. 0 keeps nothing. */
  readonly ttlMs: number;
  /** Neither reads nor keeps: the producer is asked, and what the cache holds stays as it is. */
  readonly skip?: boolean;
  /** Whether a whole answer that ended well may be kept: by its status, or by the last event of a stream. */
  readonly isKept: (answer: WholeAnswer) => boolean;
}

export interface CacheStats {
  readonly hits: number;
  readonly misses: number;
  readonly skips: number;
  readonly entries: number;
  readonly bytes: number;
}

export interface AnswerCache {
  /** Answers from the cache or asks `produce`, whose errors pass through. */
  answer(
    use: CacheUse,
    produce: () => Promise<Answer>,
  ): Promise<{ answer: Answer; cached: 'hit' | 'miss' | 'skip' }>;
  /** Forgets one answer. No answer that is being made now is kept either, since it may be as old. */
  delete(key: string): void;
  /** Forgets all answers, the ones being made now too, and the counts. */
  clear(): void;
  readonly stats: CacheStats;
}

/**
 * A cache of whole answers.
 *
 * Equal requests at the same time each ask the producer, as the platform's may (fact sheet 6.3); what each gets
 * is its own answer, and the one that ends last is kept. A hit is byte for byte what was kept, whatever a
 * reader did to the answer it was given. A stream is handed on as it comes and kept only when it ended well.
 *
 * @example
 * const cache = createAnswerCache({ now: () => Date.now() });
 * const use = { key: 'k', ttlMs: 60_000, isKept: ({ status }) => status === 200 };
 * const { answer, cached } = await cache.answer(use, askModel);
 */
export function createAnswerCache({
  now,
  maxEntries = 1000,
  maxBytes = 64 * 2 ** 20,
  maxBodyBytes = 25_000_000,
}: AnswerCacheOptions): AnswerCache {
  const store = answerStore({ now, maxEntries, maxBytes });
  /** Counts the deletions: what began before the last one is not kept, since it may be what was deleted. */
  let deletions = 0;
  const counts = { hits: 0, misses: 0, skips: 0 };

  return {
    async answer({ key, ttlMs, skip = false, isKept }, produce) {
      if (skip) {
        counts.skips++;
        return { answer: await produce(), cached: 'skip' };
      }
      const found = store.get(key);
      if (found !== undefined) {
        counts.hits++;
        return { answer: copyOf(found), cached: 'hit' };
      }
      counts.misses++;
      if (!(ttlMs > 0)) return { answer: await produce(), cached: 'miss' };
      const begun = deletions;
      const keep = (whole: WholeAnswer) => {
        if (begun === deletions && isKept(whole)) store.set(key, whole, ttlMs);
      };
      const made = await produce();
      const { status, headers, body } = made;
      if (isBytes(body)) {
        if (body.byteLength <= maxBodyBytes) keep(copyOf({ status, headers, body }));
        return { answer: made, cached: 'miss' };
      }
      const head = copyOf({ status, headers, body: new Uint8Array() });
      const collected = collectStream(body, maxBodyBytes, (bytes) => keep({ ...head, body: bytes }));
      return { answer: { status, headers, body: collected }, cached: 'miss' };
    },
    delete(key) {
      store.delete(key);
      deletions++;
    },
    clear() {
      store.clear();
      deletions++;
      Object.assign(counts, { hits: 0, misses: 0, skips: 0 });
    },
    get stats() {
      return { ...counts, entries: store.entries, bytes: store.bytes };
    },
  };
}

function copyOf({ status, headers, body }: WholeAnswer): WholeAnswer {
  return { status, headers: headers.map(([name, value]) => [name, value] as const), body: body.slice() };
}
