import type { GitCodec } from '../git-codec.ts';
import { GitError } from '../git-error.ts';
import type { ObjectType } from '../object-id.ts';
import type { PackBytes } from '../pack-bytes.ts';
import { EntryHead, OFS_DELTA } from './entry-head.ts';
import { hashObject, typeNames } from './hash-object.ts';
import { PACK_HEAD_BYTES } from './pack-head.ts';
import { InflationBudget, type PackLimits } from './pack-limits.ts';
import { PackTable } from './pack-table.ts';

/** Is shown each object of a pack once it is known; throws to refuse it. */
export type Inspect = (type: ObjectType, data: Uint8Array, id: Uint8Array) => void;

export interface ScanOptions {
  readonly codec: GitCodec;
  readonly limits: PackLimits;
  readonly inspect?: Inspect | undefined;
}

/** Bytes of a pack that are looked at together. */
const WINDOW_BYTES = 262_144;

/** Bytes that zlib adds to what it can't make smaller, generously. */
const deflatedAtMost = (size: number) => size + Math.ceil(size / 1000) + 1024;

/**
 * Goes through the entries of a pack, one with each call, while the pack may still be on its way: what is wrong is
 * found as soon as its bytes are there.
 */
export class PackScanner {
  readonly table = new PackTable();
  readonly budget: InflationBudget;
  /** Inflated deltas by the numbers of their entries, as many as may be held. */
  readonly deltas = new Map<number, Uint8Array>();
  /** Where the next entry begins. */
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

  /** Bytes that the next entry makes once inflated; 0 as long as nothing of it was seen. */
  get nextSize(): number {
    return this.#head.size;
  }

  /**
   * Takes the next entry, of what stands before `end`.
   *
   * @returns whether all of it is there
   * @throws GitError when it is wrong
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
        // What failed in a window of its own needs a greater one.
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
    if (head.size > limits.objectBytes)
      throw new GitError(
        'too-large',
        `object of ${head.size} bytes; at most ${limits.objectBytes} are taken`,
      );
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
