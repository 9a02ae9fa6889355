import { GitError } from '../git-error.ts';
import type { ObjectId } from '../object-id.ts';
import { compareIds, idAt, putId } from './id-bytes.ts';
import { radixOrder } from './sort-entries.ts';
import { INDEX_HEAD_BYTES, INDEX_MAGIC } from './write-pack-index.ts';

/** Entries by their offsets, and those offsets. */
export interface EntryOrder {
  readonly entries: Uint32Array;
  readonly offsets: Float64Array;
}

/**
 * Reads an index of version 2 where it stands: no object is made per entry. Entries go by their place in the order of
 * ids.
 *
 * @example
 * const index = new PackIndex(bytes);
 * const entry = index.find(id);
 * if (entry !== -1) index.offsetAt(entry);
 */
export class PackIndex {
  readonly count: number;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #offsets: number;
  readonly #sought = new Uint8Array(20);
  #byOffset: EntryOrder | undefined;

  /** @throws GitError `bad-pack` when it is no index */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const fits = bytes.length >= INDEX_HEAD_BYTES + 40 && this.#view.getUint32(0) === INDEX_MAGIC;
    if (!fits || this.#view.getUint32(4) !== 2) throw new GitError('bad-pack', 'index is not of version 2');
    this.count = this.#view.getUint32(8 + 255 * 4);
    this.#offsets = INDEX_HEAD_BYTES + this.count * 24;
    if (bytes.length < INDEX_HEAD_BYTES + this.count * 28 + 40)
      throw new GitError('bad-pack', 'index is too short');
    for (let byte = 1; byte < 256; byte++)
      if (this.#view.getUint32(8 + byte * 4) < this.#view.getUint32(4 + byte * 4))
        throw new GitError('bad-pack', 'index has no order');
  }

  /** The entry of an id, or -1. */
  find(id: ObjectId): number {
    putId(id, this.#sought, 0);
    return this.findBytes(this.#sought, 0);
  }

  /** The entry of the id that stands as 20 bytes at `at`, or -1; the first where there are several. */
  findBytes(id: Uint8Array, at: number): number {
    const first = id[at] ?? 0;
    let low = first === 0 ? 0 : this.#view.getUint32(4 + first * 4);
    let high = this.#view.getUint32(8 + first * 4);
    const end = high;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareIds(this.#bytes, INDEX_HEAD_BYTES + middle * 20, id, at) < 0) low = middle + 1;
      else high = middle;
    }
    return low < end && compareIds(this.#bytes, INDEX_HEAD_BYTES + low * 20, id, at) === 0 ? low : -1;
  }

  idAt(entry: number): ObjectId {
    return idAt(this.#bytes, INDEX_HEAD_BYTES + entry * 20);
  }

  offsetAt(entry: number): number {
    const offset = this.#view.getUint32(this.#offsets + entry * 4);
    if (offset <= 0x7fffffff) return offset;
    const far = this.#offsets + this.count * 4 + (offset - 0x80000000) * 8;
    if (far + 8 > this.#bytes.length - 40)
      throw new GitError('bad-pack', 'index has an offset out of bounds');
    return Number(this.#view.getBigUint64(far));
  }

  /** CRC-32 of the entry as it stands in the pack. */
  crcAt(entry: number): number {
    return this.#view.getUint32(INDEX_HEAD_BYTES + this.count * 20 + entry * 4);
  }

  /** The entries in the order in which they stand in the pack. */
  entriesByOffset(): Uint32Array {
    return this.order.entries;
  }

  /** The entry that begins at an offset, or -1. */
  entryAtOffset(offset: number): number {
    const { entries, offsets } = this.order;
    const place = placeOf(offsets, offset);
    return offsets[place] === offset ? (entries[place] ?? -1) : -1;
  }

  /** Where the entry after the one at `offset` begins; `end` where it is the last. */
  nextOffset(offset: number, end: number): number {
    const { offsets } = this.order;
    return offsets[placeOf(offsets, offset + 1)] ?? end;
  }

  /** Writes the 20 bytes of an id. */
  putIdAt(entry: number, into: Uint8Array, offset: number): void {
    const start = INDEX_HEAD_BYTES + entry * 20;
    for (let at = 0; at < 20; at++) into[offset + at] = this.#bytes[start + at] ?? 0;
  }

  /** The entries in the order of the pack; made when somebody asks first. */
  get order(): EntryOrder {
    if (this.#byOffset !== undefined) return this.#byOffset;
    const found = Float64Array.from({ length: this.count }, (_, entry) => this.offsetAt(entry));
    const entries = found.some((offset) => offset > 0xffffffff)
      ? Uint32Array.from(found.keys()).sort((a, b) => (found[a] ?? 0) - (found[b] ?? 0))
      : radixOrder(this.count, Uint32Array.from(found));
    const offsets = Float64Array.from(entries, (entry) => found[entry] ?? 0);
    this.#byOffset = { entries, offsets };
    return this.#byOffset;
  }
}

/** The first place whose offset is not below `offset`. */
function placeOf(offsets: Float64Array, offset: number): number {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((offsets[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
