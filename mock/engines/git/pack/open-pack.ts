import type { GitCodec } from '../git-codec.ts';
import { GitError } from '../git-error.ts';
import { type ObjectType, typeNames } from '../object-id.ts';
import type { PackBytes, StoredPack } from '../repository-storage.ts';
import { readDeltaSizes } from './delta.ts';
import { EntryHead, HEAD_BYTES, OFS_DELTA, packLimits, REF_DELTA, TRAILER_BYTES } from './pack-format.ts';
import { PackIndex } from './pack-index.ts';

/** Bytes that the two sizes at the beginning of a delta have at most. */
const DELTA_SIZES_BYTES = 14;

/** One pack to be read from; entries go by their offsets. What is wrong with it is a GitError `bad-pack`. */
export class OpenPack {
  /** The pack as it is kept. */
  readonly stored: StoredPack;
  readonly index: PackIndex;
  /** The head that {@link head} read last. */
  readonly entry = new EntryHead();
  readonly #bytes: PackBytes;
  readonly #codec: GitCodec;
  /** Numbers of the types that were found out, by entries. */
  readonly #types: Uint8Array;

  constructor(pack: StoredPack, codec: GitCodec) {
    this.stored = pack;
    this.index = new PackIndex(pack.index);
    this.#bytes = pack.bytes;
    this.#codec = codec;
    this.#types = new Uint8Array(this.index.count);
  }

  /** Bytes of the whole pack. */
  get size(): number {
    return this.#bytes.size;
  }

  /** Bytes of the pack as they are stored; not to be changed. */
  slice(offset: number, length: number): Uint8Array {
    return this.#bytes.slice(offset, length);
  }

  /** Bytes to read on from, as few as {@link PackBytes.part} gives. */
  part(offset: number, length: number): Uint8Array {
    return this.#bytes.part?.(offset, length) ?? this.#bytes.slice(offset, length);
  }

  /** Reads the head of an entry into {@link entry}; @returns its bytes */
  head(offset: number): Uint8Array {
    const bytes = this.#bytes.slice(offset, HEAD_BYTES);
    try {
      this.entry.read(bytes, 0);
    } catch (cause) {
      throw damaged(cause);
    }
    return bytes;
  }

  /** Where the base of the delta begins whose head was read last. */
  baseOffset(offset: number, head: Uint8Array): number {
    if (this.entry.kind === OFS_DELTA) return offset - this.entry.distance;
    const base = this.index.findBytes(head, this.entry.length - 20);
    if (base === -1) throw new GitError('bad-pack', 'pack has a delta without its base');
    return this.index.offsetAt(base);
  }

  /** The zlib stream of the entry whose head was read last. */
  deflated(offset: number): Uint8Array {
    const start = offset + this.entry.length;
    return this.#bytes.slice(start, this.index.nextOffset(offset, this.#bytes.size - TRAILER_BYTES) - start);
  }

  /** What the entry holds whose head was read last. */
  inflated(offset: number): Uint8Array {
    try {
      return this.#codec.inflate(this.deflated(offset), 0, this.entry.size).data;
    } catch (cause) {
      throw damaged(cause);
    }
  }

  /** Type of an object. */
  typeOf(entry: number): ObjectType {
    const passed: number[] = [];
    for (let at = entry; ; ) {
      const known = typeNames[this.#types[at] ?? 0];
      if (known !== undefined) {
        for (const one of passed) this.#types[one] = this.#types[at] ?? 0;
        return known;
      }
      const offset = this.index.offsetAt(at);
      const head = this.head(offset);
      if (this.entry.kind < OFS_DELTA) {
        this.#types[at] = this.entry.kind;
        continue;
      }
      passed.push(at);
      if (passed.length > packLimits.deltaDepth)
        throw new GitError('bad-pack', 'pack has deltas without end');
      at = this.index.entryAtOffset(this.baseOffset(offset, head));
      if (at === -1) throw new GitError('bad-pack', 'pack has a delta without its base');
    }
  }

  /** Bytes of an object: of a delta it says itself what it makes. */
  sizeOf(entry: number): number {
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
