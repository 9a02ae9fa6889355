import type { GitCodec } from '../git-codec.ts';
import { GitError } from '../git-error.ts';
import { hashObject, type ObjectType, typeNames } from '../object-id.ts';
import type { PackBytes } from '../repository-storage.ts';
import {
  EntryHead,
  InflationBudget,
  mostBytes,
  OFS_DELTA,
  PACK_HEAD_BYTES,
  type PackLimits,
} from './pack-format.ts';

/** Called with each object of a pack once it is known; throws to refuse it. */
export type Inspect = (type: ObjectType, data: Uint8Array, id: Uint8Array) => void;

export interface ScanOptions {
  readonly codec: GitCodec;
  readonly limits: PackLimits;
  readonly inspect?: Inspect | undefined;
}

/** Bytes of a pack processed at once. */
const WINDOW_BYTES = 262_144;

/** Upper bound of the deflated size of incompressible data. */
const deflatedAtMost = (size: number) => size + Math.ceil(size / 1000) + 1024;

/**
 * Scans the entries of a pack, one per call, even while the pack is still arriving. It finds an error as soon as the
 * bytes are there.
 */
export class PackScanner {
  readonly table = new PackTable();
  readonly budget: InflationBudget;
  /** Inflated deltas by entry number, as many as memory limits allow. */
  readonly deltas = new Map<number, Uint8Array>();
  /** Offset of the next entry. */
  position = PACK_HEAD_BYTES;
  readonly #bytes: PackBytes;
  readonly #options: ScanOptions;
  readonly #head = new EntryHead();
  #window: Uint8Array = new Uint8Array();
  #windowStart = 0;
  #deltaBytes = 0;

  constructor(bytes: PackBytes, options: ScanOptions) {
    this.#bytes = bytes;
    this.#options = options;
    this.budget = new InflationBudget(options.limits);
  }

  /** Inflated size of the last entry. */
  get lastSize(): number {
    return this.table.sizes[this.table.count - 1] ?? 0;
  }

  /** Inflated size of the next entry; 0 before its head is read. */
  get nextSize(): number {
    return this.#head.size;
  }

  /**
   * Scans the next entry, within the bytes before `end`.
   *
   * @returns whether the entry is complete
   * @throws GitError when it is invalid
   */
  next(end: number): boolean {
    let size = WINDOW_BYTES;
    for (;;) {
      const windowEnd = this.#windowStart + this.#window.length;
      try {
        if (this.position < windowEnd && windowEnd <= end) {
          this.#take();
          return true;
        }
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        if (windowEnd >= end) return false;
        // An entry that failed in a window of its own needs a larger one.
        if (this.#windowStart === this.position)
          size = Math.max(this.#window.length * 4, deflatedAtMost(this.#head.size));
      }
      if (this.position >= end) return false;
      this.#window = this.#bytes.slice(this.position, Math.min(size, end - this.position));
      this.#windowStart = this.position;
    }
  }

  #take(): void {
    const { codec, limits, inspect } = this.#options;
    const { table } = this;
    const window = this.#window;
    const head = this.#head;
    const start = this.position - this.#windowStart;
    head.size = 0;
    head.read(window, start);
    const most = mostBytes(head.kind, limits);
    if (head.size > most)
      throw new GitError('too-large', `object of ${head.size} bytes; at most ${most} are allowed`);
    const base = head.kind === OFS_DELTA ? table.at(this.position - head.distance) : -1;
    if (head.kind === OFS_DELTA && base === -1)
      throw new GitError('bad-pack', `delta base offset is out of bound`);
    const { data, end } = codec.inflate(window, start + head.length, head.size);
    if (!this.budget.spend(head.size, this.#bytes.size))
      throw new GitError('too-large', 'the objects of the pack are too large for its size');

    const entry = table.add();
    table.offsets[entry] = this.position;
    table.heads[entry] = head.length;
    table.kinds[entry] = head.kind;
    table.sizes[entry] = head.size;
    table.bases[entry] = base;
    table.crcs[entry] = codec.crc32(window.subarray(start, end));
    const type = typeNames[head.kind];
    if (type !== undefined) {
      const id = hashObject(codec, type, data);
      inspect?.(type, data, id);
      table.types[entry] = head.kind;
      table.ids.set(id, entry * 20);
    } else if (this.#deltaBytes + head.size <= limits.baseCacheBytes / 2) {
      this.#deltaBytes += head.size;
      this.deltas.set(entry, data);
    }
    this.position += end - start;
    head.size = 0;
  }
}

/** The entries of a pack in columns, in pack order: an object per entry would take ten times the memory. */
export class PackTable {
  count = 0;
  /** Offset of the entry. */
  offsets = new Float64Array(1024);
  /** Size of its head. */
  heads = new Uint8Array(1024);
  /** Its type in the pack: 1 to 4, 6 or 7. */
  kinds = new Uint8Array(1024);
  /** Inflated size. */
  sizes = new Float64Array(1024);
  crcs = new Uint32Array(1024);
  /** The base entry of an offset delta. */
  bases = new Int32Array(1024);
  /** The type of the object; 0 until known. */
  types = new Uint8Array(1024);
  /** Ids, 20 bytes each. */
  ids = new Uint8Array(20 * 1024);
  /** The rank in which objects became known. A base has a lower rank than its deltas. */
  ranks = new Uint32Array(1024);

  /** Adds an entry whose columns the caller fills; @returns its number */
  add(): number {
    if (this.count === this.kinds.length) this.#grow(this.count * 2);
    return this.count++;
  }

  /** The entry at an offset, or -1. Entries are in the order of their offsets. */
  at(offset: number): number {
    let low = 0;
    let high = this.count - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = this.offsets[middle] ?? 0;
      if (found === offset) return middle;
      if (found < offset) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  #grow(size: number): void {
    this.offsets = grown(this.offsets, new Float64Array(size));
    this.heads = grown(this.heads, new Uint8Array(size));
    this.kinds = grown(this.kinds, new Uint8Array(size));
    this.sizes = grown(this.sizes, new Float64Array(size));
    this.crcs = grown(this.crcs, new Uint32Array(size));
    this.bases = grown(this.bases, new Int32Array(size));
    this.types = grown(this.types, new Uint8Array(size));
    this.ids = grown(this.ids, new Uint8Array(size * 20));
    this.ranks = grown(this.ranks, new Uint32Array(size));
  }
}

function grown<Column extends ArrayLike<number> & { set(from: ArrayLike<number>): void }>(
  column: ArrayLike<number>,
  room: Column,
): Column {
  room.set(column);
  return room;
}
