import type { GitCodec, Hasher } from '../git-codec.ts';
import { GitError } from '../git-error.ts';
import { idAt, type ObjectId, objectTypes } from '../object-id.ts';
import type { OpenPack } from './open-pack.ts';
import {
  HEAD_BYTES,
  OFS_DELTA,
  packHead,
  putDistance,
  putEntryHead,
  REF_DELTA,
  TRAILER_BYTES,
} from './pack-format.ts';
import { PackSelection } from './pack-selection.ts';
import type { PackedDatabase } from './packed-database.ts';

export interface WritePackOptions {
  readonly codec: GitCodec;
  /** Whether the reader accepts deltas whose base is given by offset. */
  readonly ofsDelta?: boolean | undefined;
  /** For a thin pack: whether the reader has an object outside the pack. */
  readonly isThere?: ((id: ObjectId) => boolean) | undefined;
  /** Maximum size of a piece. */
  readonly pieceBytes?: number | undefined;
}

/** Counts of the written objects, as Git reports them. */
export interface WrittenPack {
  readonly total: number;
  readonly deltas: number;
  /** Objects copied one by one. */
  readonly reused: number;
  /** Objects copied with their whole pack. */
  readonly packReused: number;
}

/**
 * A pack of the selected objects, piece by piece, in stored order, so that bases come before their deltas. Stored
 * entries are copied, neighbours at once. Only a delta whose base the reader would lack is written whole. At most one
 * piece of a large object is in memory.
 *
 * @throws GitError `missing-object`
 * @example
 * for (const piece of writePack(database, new Set(ids), { codec: gitCodec, ofsDelta: true })) await send(piece);
 */
export function* writePack(
  database: PackedDatabase,
  selected: PackSelection | ReadonlySet<ObjectId>,
  options: WritePackOptions,
): Generator<Uint8Array, WrittenPack, undefined> {
  const pieceBytes = Math.max(options.pieceBytes ?? 65_536, HEAD_BYTES * 2);
  const selection = selected instanceof PackSelection ? selected : PackSelection.ofIds(database, selected);
  const only = options.ofsDelta ? selection.onlyPack : undefined;
  if (only !== undefined && isVersion2(only)) {
    yield* getPieces(only, 0, only.size, pieceBytes);
    const total = selection.size;
    return { total, deltas: 0, reused: 0, packReused: total };
  }
  const writer = new PackWriter(database, selection, options, pieceBytes);
  for (const [place, count] of selection.counts.entries()) if (count > 0) yield* writer.pack(place);
  return yield* writer.end();
}

/** Stored bytes of a pack. */
function* getPieces(
  pack: OpenPack,
  from: number,
  to: number,
  pieceBytes: number,
): Generator<Uint8Array, void> {
  for (let at = from; at < to; ) {
    const piece = pack.part(at, Math.min(to - at, pieceBytes));
    if (piece.length === 0) throw new GitError('bad-pack', 'pack is cut');
    at += piece.length;
    yield piece;
  }
}

/** The empty pack, sent when nothing is missing. */
export function emptyPack(codec: GitCodec): Uint8Array {
  const output = new PackOutput(codec, 65_536);
  output.write(packHead(0));
  return [...output.end()][0] ?? new Uint8Array();
}

/** Version 3 is accepted but not written: some clients know only version 2, which is the same. */
const isVersion2 = (pack: OpenPack) => pack.slice(7, 1)[0] === 2;

/** Values in place of a new head's length: the stored head is right, or the stored entry can't be used. */
const AS_STORED = 0;

const WHOLE = -1;

class PackWriter {
  readonly #database: PackedDatabase;
  readonly #selection: PackSelection;
  readonly #options: WritePackOptions;
  readonly #pieceBytes: number;
  readonly #output: PackOutput;
  /** Offsets of written entries, by pack; 0 until written. */
  readonly #written: Float64Array[] = [];
  readonly #head = new Uint8Array(HEAD_BYTES);
  readonly #base = new Uint8Array(20);
  /** Adjacent entries to copy. */
  #from = 0;
  #to = 0;
  #deltas = 0;
  #whole = 0;

  constructor(
    database: PackedDatabase,
    selection: PackSelection,
    options: WritePackOptions,
    pieceBytes: number,
  ) {
    this.#database = database;
    this.#selection = selection;
    this.#options = options;
    this.#pieceBytes = pieceBytes;
    this.#output = new PackOutput(options.codec, pieceBytes);
    this.#output.write(packHead(selection.size));
  }

  /**
   * Writes the selected entries of one pack. Packs are written in order, as a delta may have its base in an earlier
   * one.
   */
  *pack(place: number): Generator<Uint8Array, void, undefined> {
    const selection = this.#selection;
    const pack = selection.packs[place];
    if (pack === undefined) return;
    const { entries, offsets } = pack.index.order;
    const written = new Float64Array(pack.index.count);
    this.#written[place] = written;
    for (let rank = 0; rank < entries.length; rank++) {
      const entry = entries[rank] ?? 0;
      if (!selection.has(place, entry)) continue;
      const offset = offsets[rank] ?? 0;
      const end = offsets[rank + 1] ?? pack.size - TRAILER_BYTES;
      const at = this.#output.size + this.#to - this.#from;
      const head = this.#chooseHead(place, pack, offset, at);
      // Others also read from this pack while pieces are sent.
      const storedHead = pack.entry.length;
      written[entry] = at;
      if (head === AS_STORED && offset === this.#to) {
        this.#to = end;
        continue;
      }
      yield* this.#copy(pack);
      if (head === WHOLE) this.#writeWhole(pack.index.idAt(entry));
      else {
        this.#output.write(this.#head.subarray(0, head));
        this.#from = head === AS_STORED ? offset : offset + storedHead;
        this.#to = end;
      }
      yield* this.#output.take();
    }
    yield* this.#copy(pack);
  }

  *end(): Generator<Uint8Array, WrittenPack, undefined> {
    yield* this.#output.end();
    const total = this.#selection.size;
    const reused = total - this.#whole;
    return { total, deltas: this.#deltas, reused, packReused: 0 };
  }

  /** The length of the new head, which is put into `#head`; or `AS_STORED`, or `WHOLE`. */
  #chooseHead(place: number, pack: OpenPack, offset: number, at: number): number {
    pack.head(offset);
    const { kind, size, distance } = pack.entry;
    if (kind < OFS_DELTA) return AS_STORED;
    const base = this.#findBase(place, pack, offset);
    if (base === undefined && !this.#options.isThere?.(idAt(this.#base, 0))) return WHOLE;
    this.#deltas++;
    if (base !== undefined && base > 0 && this.#options.ofsDelta) {
      if (kind === OFS_DELTA && at - base === distance) return AS_STORED;
      return putDistance(at - base, this.#head, putEntryHead(OFS_DELTA, size, this.#head, 0));
    }
    if (kind === REF_DELTA) return AS_STORED;
    const length = putEntryHead(REF_DELTA, size, this.#head, 0);
    this.#head.set(this.#base, length);
    return length + this.#base.length;
  }

  /**
   * Offset at which a delta's base was written, 0 before it is written; nothing if it is not selected. Its id is in
   * `#base`.
   */
  #findBase(place: number, pack: OpenPack, offset: number): number | undefined {
    const entry = pack.index.entryAtOffset(pack.baseOffset(offset));
    if (entry === -1) throw new GitError('bad-pack', 'pack has a delta without its base');
    pack.index.putIdAt(entry, this.#base, 0);
    if (this.#selection.has(place, entry)) return this.#written[place]?.[entry] ?? 0;
    const other = place > 0 ? this.#selection.find(this.#base) : undefined;
    if (other === undefined || !this.#selection.has(other.pack, other.entry)) return undefined;
    return this.#written[other.pack]?.[other.entry] ?? 0;
  }

  *#copy(pack: OpenPack): Generator<Uint8Array, void, undefined> {
    for (const piece of getPieces(pack, this.#from, this.#to, this.#pieceBytes)) {
      this.#from += piece.length;
      this.#output.write(piece);
      yield* this.#output.take();
    }
  }

  #writeWhole(id: ObjectId): void {
    const object = this.#database.read(id);
    if (object === undefined) throw new GitError('missing-object', `object ${id} is not there`);
    const { type, data } = object;
    this.#whole++;
    this.#output.write(this.#head.subarray(0, putEntryHead(objectTypes[type], data.length, this.#head, 0)));
    this.#output.write(this.#options.codec.deflate(data));
  }
}

/** Collects the output into pieces of one size, and hashes it. */
class PackOutput {
  /** Bytes written so far. */
  size = 0;
  readonly #pieceBytes: number;
  readonly #hasher: Hasher;
  #piece: Uint8Array;
  #filled = 0;
  #ready: Uint8Array[] = [];

  constructor(codec: GitCodec, pieceBytes: number) {
    this.#pieceBytes = pieceBytes;
    this.#hasher = codec.hasher();
    this.#piece = new Uint8Array(pieceBytes);
  }

  /** Appends bytes. Many are not copied, and must not change. */
  write(bytes: Uint8Array): void {
    this.size += bytes.length;
    let at = 0;
    while (at < bytes.length) {
      const left = bytes.length - at;
      if (this.#filled === 0 && left >= this.#pieceBytes) {
        this.#push(bytes.subarray(at, at + this.#pieceBytes));
        at += this.#pieceBytes;
        continue;
      }
      const taken = Math.min(left, this.#pieceBytes - this.#filled);
      this.#piece.set(bytes.subarray(at, at + taken), this.#filled);
      this.#filled += taken;
      at += taken;
      if (this.#filled === this.#pieceBytes) this.#flush();
    }
  }

  /** The full pieces. */
  take(): readonly Uint8Array[] {
    const ready = this.#ready;
    if (ready.length > 0) this.#ready = [];
    return ready;
  }

  /** The rest, with the SHA-1 of everything. */
  end(): readonly Uint8Array[] {
    if (this.#filled > 0) this.#push(this.#piece.subarray(0, this.#filled));
    const pieces = [...this.take()];
    const last = pieces.pop() ?? new Uint8Array();
    const joined = new Uint8Array(last.length + 20);
    joined.set(last);
    joined.set(this.#hasher.digest(), last.length);
    if (joined.length <= this.#pieceBytes) return [...pieces, joined];
    return [...pieces, last, joined.subarray(last.length)];
  }

  #flush(): void {
    this.#push(this.#piece);
    this.#piece = new Uint8Array(this.#pieceBytes);
    this.#filled = 0;
  }

  #push(piece: Uint8Array): void {
    this.#hasher.update(piece);
    this.#ready.push(piece);
  }
}
