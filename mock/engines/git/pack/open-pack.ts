import type { GitCodec } from '../git-codec.ts';
import { GitError } from '../git-error.ts';
import { type ObjectType, typeNames } from '../object-id.ts';
import type { PackBytes, StoredPack } from '../repository-storage.ts';
import { readDeltaSizes } from './delta.ts';
import { EntryHead, HEAD_BYTES, OFS_DELTA, packLimits, REF_DELTA, TRAILER_BYTES } from './pack-format.ts';
import { PackIndex } from './pack-index.ts';

/** Maximum length of the two sizes at the beginning of a delta. */
const DELTA_SIZES_BYTES = 14;

/** Bytes to read at once when reading heads. */
const WINDOW_BYTES = 4_096;

/** A pack that is open for reading. Entries are addressed by offset. Damage is a GitError `bad-pack`. */
export class OpenPack {
  /** The stored pack. */
  readonly stored: StoredPack;
  readonly index: PackIndex;
  /** The head that {@link head} read last. */
  readonly entry = new EntryHead();
  readonly #bytes: PackBytes;
  readonly #codec: GitCodec;
  /** Type numbers found so far, by entry. */
  readonly #types: Uint8Array;
  /** The bytes read last, for reading heads: entries are visited in their order. */
  #window: Uint8Array = new Uint8Array();
  #windowStart = 0;

  constructor(pack: StoredPack, codec: GitCodec) {
    this.stored = pack;
    this.index = new PackIndex(pack.index);
    this.#bytes = pack.bytes;
    this.#codec = codec;
    this.#types = new Uint8Array(this.index.count);
  }

  /** Size of the whole pack. */
  get size(): number {
    return this.#bytes.size;
  }

  /** Stored bytes of the pack; read-only. */
  slice(offset: number, length: number): Uint8Array {
    return this.#bytes.slice(offset, length);
  }

  /** Bytes to read on from, as few as {@link PackBytes.part} returns. */
  part(offset: number, length: number): Uint8Array {
    return this.#bytes.part?.(offset, length) ?? this.#bytes.slice(offset, length);
  }

  /** Reads the head of an entry into {@link entry}. */
  head(offset: number): void {
    const end = this.#windowStart + this.#window.length;
    if (offset < this.#windowStart || offset + HEAD_BYTES > end) {
      this.#window = this.#bytes.slice(offset, WINDOW_BYTES);
      this.#windowStart = offset;
    }
    try {
      this.entry.read(this.#window, offset - this.#windowStart);
    } catch (cause) {
      throw damaged(cause);
    }
  }

  /** Offset of the base of the delta whose head was read last. */
  baseOffset(offset: number): number {
    if (this.entry.kind === OFS_DELTA) return offset - this.entry.distance;
    const base = this.index.findBytes(this.#window, offset - this.#windowStart + this.entry.length - 20);
    if (base === -1) throw new GitError('bad-pack', 'pack has a delta without its base');
    return this.index.offsetAt(base);
  }

  /** The zlib stream of the entry whose head was read last. */
  deflated(offset: number): Uint8Array {
    const start = offset + this.entry.length;
    return this.#bytes.slice(start, this.index.nextOffset(offset, this.#bytes.size - TRAILER_BYTES) - start);
  }

  /** The inflated content of the entry whose head was read last. */
  inflated(offset: number): Uint8Array {
    try {
      return this.#codec.inflateStored(this.deflated(offset), this.entry.size);
    } catch (cause) {
      throw damaged(cause);
    }
  }

  /** Type of an object. */
  getType(entry: number): ObjectType {
    const passed: number[] = [];
    for (let at = entry; ; ) {
      const known = typeNames[this.#types[at] ?? 0];
      if (known !== undefined) {
        for (const one of passed) this.#types[one] = this.#types[at] ?? 0;
        return known;
      }
      const offset = this.index.offsetAt(at);
      this.head(offset);
      if (this.entry.kind < OFS_DELTA) {
        this.#types[at] = this.entry.kind;
        continue;
      }
      passed.push(at);
      if (passed.length > packLimits.deltaDepth) throw new GitError('bad-pack', 'pack has a cycle of deltas');
      at = this.index.entryAtOffset(this.baseOffset(offset));
      if (at === -1) throw new GitError('bad-pack', 'pack has a delta without its base');
    }
  }

  /** Size of an object. A delta states the size of its result. */
  getSize(entry: number): number {
    const offset = this.index.offsetAt(entry);
    this.head(offset);
    if (this.entry.kind !== OFS_DELTA && this.entry.kind !== REF_DELTA) return this.entry.size;
    try {
      return readDeltaSizes(this.#codec.inflateHead(this.deflated(offset), 0, DELTA_SIZES_BYTES)).resultSize;
    } catch (cause) {
      throw damaged(cause);
    }
  }
}

const damaged = (cause: unknown) =>
  cause instanceof GitError ? cause : new GitError('bad-pack', 'pack is damaged', { cause });
