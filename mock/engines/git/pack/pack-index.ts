import type { GitCodec } from '../git-codec.ts';
import { GitError } from '../git-error.ts';
import { compareIds, idAt, type ObjectId, putId } from '../object-id.ts';
import type { PackTable } from './pack-scanner.ts';

/** Entries by offset, and those offsets. */
export interface EntryOrder {
  readonly entries: Uint32Array;
  readonly offsets: Float64Array;
}

/**
 * Reads an index of version 2 in place, without an object per entry. Entries are addressed by their position in id
 * order.
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

  /** @throws GitError `bad-pack` when it is not an index */
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
        throw new GitError('bad-pack', 'index is not sorted');
  }

  /** The entry of an id, or -1. */
  find(id: ObjectId): number {
    putId(id, this.#sought, 0);
    return this.findBytes(this.#sought, 0);
  }

  /** The entry of the id whose 20 bytes are at `at`, or -1; the first of several. */
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

  /** CRC-32 of the entry as stored in the pack. */
  crcAt(entry: number): number {
    return this.#view.getUint32(INDEX_HEAD_BYTES + this.count * 20 + entry * 4);
  }

  /** The entry that begins at an offset, or -1. */
  entryAtOffset(offset: number): number {
    const { entries, offsets } = this.order;
    const place = getPlace(offsets, offset);
    return offsets[place] === offset ? (entries[place] ?? -1) : -1;
  }

  /** Offset of the entry after the one at `offset`; `end` for the last. */
  nextOffset(offset: number, end: number): number {
    const { offsets } = this.order;
    return offsets[getPlace(offsets, offset + 1)] ?? end;
  }

  /** Writes the 20 bytes of an id. */
  putIdAt(entry: number, into: Uint8Array, offset: number): void {
    const start = INDEX_HEAD_BYTES + entry * 20;
    for (let at = 0; at < 20; at++) into[offset + at] = this.#bytes[start + at] ?? 0;
  }

  /** The entries in pack order; lazy. */
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

/** The first position whose offset is at least `offset`. */
function getPlace(offsets: Float64Array, offset: number): number {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((offsets[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

export const INDEX_MAGIC = 0xff744f63;

/** Bytes before the ids: magic, version, and the fan-out table. */
export const INDEX_HEAD_BYTES = 8 + 256 * 4;

/**
 * The index of a pack, version 2, as Git writes it. For duplicate objects in a pack, the one known first comes first.
 *
 * @param checksum the last 20 bytes of the pack
 */
export function writePackIndex(table: PackTable, checksum: Uint8Array, codec: GitCodec): Uint8Array {
  const { count } = table;
  const order = orderById(table);
  let far = 0;
  for (let entry = 0; entry < count; entry++) if ((table.offsets[entry] ?? 0) > 0x7fffffff) far += 1;

  const bytes = new Uint8Array(INDEX_HEAD_BYTES + count * 28 + far * 8 + 40);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, INDEX_MAGIC);
  view.setUint32(4, 2);
  const crcs = INDEX_HEAD_BYTES + count * 20;
  const offsets = crcs + count * 4;
  const farOffsets = offsets + count * 4;
  const perByte = new Uint32Array(256);
  let farAt = 0;
  for (let at = 0; at < count; at++) {
    const entry = order[at] ?? 0;
    const first = table.ids[entry * 20] ?? 0;
    perByte[first] = (perByte[first] ?? 0) + 1;
    bytes.set(table.ids.subarray(entry * 20, entry * 20 + 20), INDEX_HEAD_BYTES + at * 20);
    view.setUint32(crcs + at * 4, table.crcs[entry] ?? 0);
    const offset = table.offsets[entry] ?? 0;
    if (offset > 0x7fffffff) {
      view.setUint32(offsets + at * 4, 0x80000000 + farAt);
      view.setBigUint64(farOffsets + farAt * 8, BigInt(offset));
      farAt += 1;
    } else view.setUint32(offsets + at * 4, offset);
  }
  let sum = 0;
  for (let byte = 0; byte < 256; byte++) {
    sum += perByte[byte] ?? 0;
    view.setUint32(8 + byte * 4, sum);
  }
  bytes.set(checksum, bytes.length - 40);
  bytes.set(codec.sha1(bytes.subarray(0, bytes.length - 20)), bytes.length - 20);
  return bytes;
}

function orderById(table: PackTable): Uint32Array {
  const { count, ids, ranks } = table;
  const view = new DataView(ids.buffer);
  const keys = new Uint32Array(count);
  for (let entry = 0; entry < count; entry++) keys[entry] = view.getUint32(entry * 20);
  const order = radixOrder(count, keys);
  // Few ids begin with the same four bytes, unless one object occurs many times.
  for (let start = 0; start < count; ) {
    const key = keys[order[start] ?? 0];
    let end = start + 1;
    while (end < count && keys[order[end] ?? 0] === key) end++;
    if (end - start > 1)
      order
        .subarray(start, end)
        .sort((a, b) => compareIds(ids, a * 20, ids, b * 20) || (ranks[a] ?? 0) - (ranks[b] ?? 0));
    start = end;
  }
  return order;
}

/**
 * Counts up to which a comparison sort is used, since a radix sort would take longer: most packs hold a few objects.
 */
const mostCompared = 4_096;

/** The numbers 0 to `count` - 1, sorted by their 32-bit keys; a stable sort. */
export function radixOrder(count: number, keys: Uint32Array): Uint32Array {
  let order = Uint32Array.from({ length: count }, (_, at) => at);
  if (count <= mostCompared) return order.sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || a - b);
  let sorted = new Uint32Array(count);
  for (const shift of [0, 16]) {
    const starts = new Uint32Array(65_537);
    for (let at = 0; at < count; at++) {
      const digit = ((keys[at] ?? 0) >>> shift) & 0xffff;
      starts[digit + 1] = (starts[digit + 1] ?? 0) + 1;
    }
    for (let digit = 1; digit < 65_537; digit++)
      starts[digit] = (starts[digit] ?? 0) + (starts[digit - 1] ?? 0);
    for (let at = 0; at < count; at++) {
      const entry = order[at] ?? 0;
      const digit = ((keys[entry] ?? 0) >>> shift) & 0xffff;
      const place = starts[digit] ?? 0;
      sorted[place] = entry;
      starts[digit] = place + 1;
    }
    [order, sorted] = [sorted, order];
  }
  return order;
}
