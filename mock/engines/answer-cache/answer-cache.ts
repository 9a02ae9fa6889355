/** A whole answer, as it is kept. Headers are pairs, so that a name that comes twice stays two. */
export interface WholeAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array<ArrayBuffer>;
}

/** The bytes an answer takes in the cache: its body and its headers, which are counted as ASCII. */
function getSize({ headers, body }: WholeAnswer): number {
  return headers.reduce((sum, [name, value]) => sum + name.length + value.length, body.byteLength);
}

const encoder = new TextEncoder();

/**
 * A key for all that makes two requests the same, as 64 hex digits: the SHA-256 of the parts, each with its
 * length before it, so that `['ab', 'c']` and `['a', 'bc']` differ.
 *
 * @example
 * await answerKey(['openai/gpt-5', 'chat', bodyBytes]);
 */
export async function answerKey(parts: readonly (string | Uint8Array)[]): Promise<string> {
  const pieces = parts.map((part) => (typeof part === 'string' ? encoder.encode(part) : part));
  const input = new Uint8Array(pieces.reduce((sum, piece) => sum + 8 + piece.byteLength, 0));
  const view = new DataView(input.buffer);
  let offset = 0;
  for (const piece of pieces) {
    view.setBigUint64(offset, BigInt(piece.byteLength));
    input.set(piece, offset + 8);
    offset += 8 + piece.byteLength;
  }
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', input));
  // Uint8Array.prototype.toHex is not yet in Node 24.
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export interface AnswerStoreOptions {
  /** The time in milliseconds. */
  readonly now: () => number;
  readonly maxEntries: number;
  /** For the bodies and headers of all entries together. */
  readonly maxBytes: number;
}

/** Keeps whole answers for a time, the ones read last the longest. */
interface AnswerStore {
  /** The answer, unless its time is over. */
  get(key: string): WholeAnswer | undefined;
  /** Keeps an answer from now for `ttlMs`; says whether it did, which it does not for one that can never fit. */
  set(key: string, answer: WholeAnswer, ttlMs: number): boolean;
  delete(key: string): void;
  clear(): void;
  readonly entries: number;
  readonly bytes: number;
}

interface Entry {
  readonly answer: WholeAnswer;
  readonly bytes: number;
  readonly storedAt: number;
  readonly expiresAt: number;
}

/**
 * A store in memory, bounded by entries and by bytes. When it is full, what was read or written longest ago
 * goes first. An entry from the future of a clock that was set back is gone too.
 *
 * @example
 * const store = answerStore({ now: () => Date.now(), maxEntries: 1000, maxBytes: 64 * 2 ** 20 });
 * store.set('key', { status: 200, headers: [], body: new Uint8Array() }, 60_000);
 */
export function answerStore({ now, maxEntries, maxBytes }: AnswerStoreOptions): AnswerStore {
  const kept = new Map<string, Entry>();
  let bytes = 0;
  const remove = (key: string) => {
    const entry = kept.get(key);
    if (entry === undefined) return;
    bytes -= entry.bytes;
    kept.delete(key);
  };
  return {
    get(key) {
      const entry = kept.get(key);
      if (entry === undefined) return undefined;
      const at = now();
      if (at >= entry.expiresAt || at < entry.storedAt) {
        remove(key);
        return undefined;
      }
      // A map keeps the order of insertion: the first is the one used longest ago.
      kept.delete(key);
      kept.set(key, entry);
      return entry.answer;
    },
    set(key, answer, ttlMs) {
      remove(key);
      const size = getSize(answer);
      if (!(ttlMs > 0) || size > maxBytes || maxEntries < 1) return false;
      const storedAt = now();
      kept.set(key, { answer, bytes: size, storedAt, expiresAt: storedAt + ttlMs });
      bytes += size;
      for (const oldest of kept.keys()) {
        if (kept.size <= maxEntries && bytes <= maxBytes) break;
        remove(oldest);
      }
      return true;
    },
    delete: remove,
    clear() {
      kept.clear();
      bytes = 0;
    },
    get entries() {
      return kept.size;
    },
    get bytes() {
      return bytes;
    },
  };
}
