import type { ObjectId } from '../object-id.ts';
import type { IncomingPack, PackBytes, RepositoryStorage, StoredPack } from '../repository-storage.ts';

/**
 * A repository in memory.
 *
 * @param head the branch that `HEAD` points to
 * @example
 * const storage = memoryStorage();
 * await storage.changeRefs([{ name: 'refs/heads/main', from: undefined, to: id }]);
 */
export function memoryStorage(head = 'refs/heads/main'): RepositoryStorage {
  const packs = new Map<string, StoredPack>();
  const refs = new Map<string, ObjectId>();
  let current = head;
  let shallow: readonly ObjectId[] = [];
  return {
    load: async () => ({
      packs: [...packs.values()],
      refs: new Map(refs),
      head: current,
      ...(shallow.length > 0 && { shallow }),
    }),

    receive(): IncomingPack {
      const bytes = new ChunkedBytes();
      return {
        bytes,
        write: (piece) => bytes.append(piece),
        async keep(name, index) {
          bytes.trim();
          const pack = packs.get(name) ?? { name, bytes, index };
          packs.set(name, pack);
          return pack;
        },
        discard: async () => bytes.clear(),
      };
    },

    async changeRefs(changes, newHead, newShallow) {
      for (const { name, to } of changes) {
        if (to === undefined) refs.delete(name);
        else refs.set(name, to);
      }
      if (newHead !== undefined) current = newHead;
      if (newShallow !== undefined) shallow = newShallow;
    },

    async removePacks(names) {
      for (const name of names) packs.delete(name);
    },

    async destroy() {
      packs.clear();
      refs.clear();
      shallow = [];
    },
  };
}

const FIRST_BYTES = 16_384;

const CHUNK_BYTES = 4_194_304;

/** An append-only byte buffer in memory. It grows in chunks, so that nothing is copied. */
export class ChunkedBytes implements PackBytes {
  size = 0;
  #chunks: Uint8Array[] = [];
  /** Offset of each chunk. */
  #starts: number[] = [];

  append(piece: Uint8Array): void {
    let at = 0;
    while (at < piece.length) {
      let chunk = this.#chunks.at(-1);
      let filled = this.size - (this.#starts.at(-1) ?? 0);
      if (chunk === undefined || filled === chunk.length) {
        const room = chunk === undefined ? FIRST_BYTES : Math.min(CHUNK_BYTES, this.size);
        chunk = new Uint8Array(room);
        filled = 0;
        this.#chunks.push(chunk);
        this.#starts.push(this.size);
      }
      const taken = Math.min(piece.length - at, chunk.length - filled);
      chunk.set(piece.subarray(at, at + taken), filled);
      at += taken;
      this.size += taken;
    }
  }

  slice(offset: number, length: number): Uint8Array {
    const end = Math.min(this.size, offset + length);
    if (offset >= end) return new Uint8Array();
    let place = this.#getPlace(offset);
    const start = this.#starts[place] ?? 0;
    const chunk = this.#chunks[place];
    if (chunk === undefined) return new Uint8Array();
    if (end <= start + chunk.length) return chunk.subarray(offset - start, end - start);
    const joined = new Uint8Array(end - offset);
    for (let at = offset; at < end; place++) {
      const from = at - (this.#starts[place] ?? 0);
      const part = this.#chunks[place]?.subarray(from, from + end - at) ?? new Uint8Array(end - at);
      joined.set(part, at - offset);
      at += part.length;
    }
    return joined;
  }

  part(offset: number, length: number): Uint8Array {
    const place = this.#getPlace(offset);
    const start = this.#starts[place] ?? 0;
    const end = Math.min(this.size, offset + length);
    return this.#chunks[place]?.subarray(offset - start, Math.max(offset, end) - start) ?? new Uint8Array();
  }

  /** Frees unused space; nothing may be appended afterwards. */
  trim(): void {
    const last = this.#chunks.length - 1;
    const start = this.#starts[last] ?? 0;
    const chunk = this.#chunks[last];
    if (chunk !== undefined) this.#chunks[last] = chunk.slice(0, this.size - start);
  }

  clear(): void {
    this.size = 0;
    this.#chunks = [];
    this.#starts = [];
  }

  #getPlace(offset: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
