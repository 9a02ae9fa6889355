/** A stored response. Headers are pairs, so that repeated names are kept. */
export interface WholeAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array<ArrayBuffer>;
}

/** The size of a response in the cache: its body and its headers, counted as ASCII. */
function getSize({ headers, body }: WholeAnswer): number {
  return headers.reduce((sum, [name, value]) => sum + name.length + value.length, body.byteLength);
}

const encoder = new TextEncoder();

/**
 * A cache key for the parts that identify a request: their SHA-256 in 64 hex digits. Each part is prefixed with its
 * length, so that `['ab', 'c']` and `['a', 'bc']` differ.
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
  // Node 24 has no Uint8Array.prototype.toHex yet.
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export interface AnswerStoreOptions {
  /** The time in milliseconds. */
  readonly now: () => number;
  readonly maxEntries: number;
  /** For the bodies and headers of all entries together. */
  readonly maxBytes: number;
}

/** Stores responses for a time, and evicts the least recently used ones first. */
interface AnswerStore {
  /** The response, unless it has expired. */
  get(key: string): WholeAnswer | undefined;
  /** Stores a response for `ttlMs`; returns whether it did. One that can never fit is not stored. */
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
 * A store in memory, bounded by entries and by bytes. It evicts the least recently read or written entry first. If the
 * clock was set back, entries from its future are dropped too.
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
      // A map keeps the order of insertion: the first is the least recently used.
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
