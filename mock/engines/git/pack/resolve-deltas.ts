import { GitError } from '../git-error.ts';
import type { GitObject } from '../object-database.ts';
import { hashObject, idAt, type ObjectId, objectTypes, typeNames } from '../object-id.ts';
import type { Pace } from '../pace.ts';
import type { PackBytes } from '../repository-storage.ts';
import { applyDelta, readDeltaSizes } from './delta.ts';
import { mostBytes, REF_DELTA } from './pack-format.ts';
import type { PackScanner, ScanOptions } from './pack-scanner.ts';

const NONE = -1;

/** A base on the path from a whole object to the current delta. */
interface Frame {
  readonly entry: number;
  /** Unset once dropped to free memory. */
  data: Uint8Array | undefined;
  /** The next delta to apply to it. */
  child: number;
}

/**
 * Resolves the deltas of a pack: base before delta, depth first, so that few bases are in memory at once. Excess bases
 * are dropped and made again. It uses its own stack, since chains are long.
 *
 * A delta whose base never becomes known, for instance in a cycle, is left over; then the pack is refused.
 */
export class DeltaResolver {
  /** Entries found elsewhere, which come after the pack's own in the table. */
  readonly added: ObjectId[] = [];
  readonly #bytes: PackBytes;
  readonly #scanner: PackScanner;
  readonly #options: ScanOptions;
  readonly #read: (id: ObjectId) => GitObject | undefined;
  readonly #scanned: number;
  /** First delta of each entry, and the next delta with the same base for each delta. */
  #children: Int32Array;
  readonly #siblings: Int32Array;
  /** First delta of each base that is given by id and not known yet. */
  readonly #waiting = new Map<ObjectId, number>();
  #stack: Frame[] = [];
  #held = 0;
  #known = 0;
  #left = 0;

  /** @param read finds bases outside the pack */
  constructor(
    bytes: PackBytes,
    scanner: PackScanner,
    options: ScanOptions,
    read: (id: ObjectId) => GitObject | undefined,
  ) {
    this.#bytes = bytes;
    this.#scanner = scanner;
    this.#options = options;
    this.#read = read;
    const { table } = scanner;
    this.#scanned = table.count;
    this.#children = new Int32Array(table.count).fill(NONE);
    this.#siblings = new Int32Array(table.count).fill(NONE);
    for (let entry = table.count - 1; entry >= 0; entry--) this.#file(entry);
  }

  /** @throws GitError */
  async run(pace: Pace): Promise<void> {
    const { table } = this.#scanner;
    for (let entry = 0; entry < this.#scanned; entry++) {
      if ((table.kinds[entry] ?? 0) > 4) continue;
      this.#claim(entry);
      if (this.#children[entry] !== NONE) await this.#expand(entry, undefined, pace);
    }
    // In pack order: an offset base comes before its deltas.
    for (const [id] of [...this.#waiting].sort((a, b) => a[1] - b[1])) {
      const found = this.#waiting.has(id) ? this.#read(id) : undefined;
      if (found === undefined) continue;
      const entry = this.#add(id, found);
      this.#claim(entry);
      await this.#expand(entry, found.data, pace);
    }
    if (this.#left > 0)
      throw new GitError(
        'bad-pack',
        `pack has ${this.#left} unresolved ${this.#left === 1 ? 'delta' : 'deltas'}`,
      );
  }

  /** Records the base that a delta waits for. */
  #file(entry: number): void {
    const { table } = this.#scanner;
    const kind = table.kinds[entry] ?? 0;
    if (kind <= 4) return;
    this.#left += 1;
    if (kind === REF_DELTA) {
      const dataAt = (table.offsets[entry] ?? 0) + (table.heads[entry] ?? 0);
      const id = idAt(this.#bytes.slice(dataAt - 20, 20), 0);
      this.#siblings[entry] = this.#waiting.get(id) ?? NONE;
      this.#waiting.set(id, entry);
    } else {
      const base = table.bases[entry] ?? 0;
      this.#siblings[entry] = this.#children[base] ?? NONE;
      this.#children[base] = entry;
    }
  }

  /** Gives an entry with a known id its rank and the deltas that wait for that id. */
  #claim(entry: number): void {
    const { table } = this.#scanner;
    table.ranks[entry] = this.#known++;
    if (this.#waiting.size === 0) return;
    const id = idAt(table.ids, entry * 20);
    const first = this.#waiting.get(id);
    if (first === undefined) return;
    this.#waiting.delete(id);
    let last = first;
    for (let next = first; next !== NONE; next = this.#siblings[next] ?? NONE) last = next;
    this.#siblings[last] = this.#children[entry] ?? NONE;
    this.#children[entry] = first;
  }

  #add(id: ObjectId, object: GitObject): number {
    const { table } = this.#scanner;
    const entry = table.add();
    table.kinds[entry] = objectTypes[object.type];
    table.types[entry] = objectTypes[object.type];
    table.sizes[entry] = object.data.length;
    const hash = hashObject(this.#options.codec, object.type, object.data);
    if (idAt(hash, 0) !== id) throw new GitError('bad-object', `object ${id} is damaged`);
    table.ids.set(hash, entry * 20);
    if (entry >= this.#children.length) {
      const children = new Int32Array((entry + 1) * 2).fill(NONE);
      children.set(this.#children);
      this.#children = children;
    }
    this.added.push(id);
    return entry;
  }

  async #expand(root: number, data: Uint8Array | undefined, pace: Pace): Promise<void> {
    let made = 0;
    this.#push(root, data);
    for (let top = this.#stack.at(-1); top !== undefined; top = this.#stack.at(-1)) {
      if (top.child === NONE) {
        this.#release(top);
        this.#stack.pop();
        continue;
      }
      if (pace.due(made)) await pace.rest();
      const entry = top.child;
      const base = this.#getData(this.#stack.length - 1);
      top.child = this.#siblings[entry] ?? NONE;
      const result = this.#apply(base, entry);
      made = result.length;
      this.#scanner.deltas.delete(entry);
      // A chain without branches holds at most two objects at once.
      if (top.child === NONE) this.#release(top);
      this.#know(entry, result);
      this.#push(entry, result);
    }
  }

  #know(entry: number, data: Uint8Array): void {
    const { table } = this.#scanner;
    const { codec, limits, inspect } = this.#options;
    const kind = this.#kind;
    const type = typeNames[kind];
    if (type === undefined) throw new GitError('bad-pack', 'delta without a base');
    if (this.#stack.length > limits.deltaDepth)
      throw new GitError('too-large', `more than ${limits.deltaDepth} deltas in one chain`);
    const id = hashObject(codec, type, data);
    inspect?.(type, data, id);
    table.types[entry] = kind;
    table.ids.set(id, entry * 20);
    this.#left -= 1;
    this.#claim(entry);
  }

  /** Type number of the current result: that of the whole object at the bottom of the chain. */
  get #kind(): number {
    return this.#scanner.table.types[this.#stack[0]?.entry ?? 0] ?? 0;
  }

  #push(entry: number, data: Uint8Array | undefined): void {
    const child = this.#children[entry] ?? NONE;
    if (child === NONE) return;
    this.#stack.push({ entry, data, child });
    this.#held += data?.length ?? 0;
    for (const frame of this.#stack) {
      if (this.#held <= this.#options.limits.baseCacheBytes) break;
      if (frame.entry !== entry) this.#release(frame);
    }
  }

  #release(frame: Frame): void {
    this.#held -= frame.data?.length ?? 0;
    frame.data = undefined;
  }

  /** Data of a frame: cached, or made again from the nearest cached one. */
  #getData(depth: number): Uint8Array {
    let from = depth;
    while (from > 0 && this.#stack[from]?.data === undefined) from--;
    const frame = this.#stack[from];
    let data = frame?.data ?? this.#whole(frame?.entry ?? 0);
    for (let at = from + 1; at <= depth; at++) data = this.#apply(data, this.#stack[at]?.entry ?? 0);
    const top = this.#stack[depth];
    if (top !== undefined && top.data === undefined) {
      top.data = data;
      this.#held += data.length;
    }
    return data;
  }

  /** The content of an entry that is not a delta. */
  #whole(entry: number): Uint8Array {
    if (entry < this.#scanned) return this.#inflate(entry);
    const object = this.#read(idAt(this.#scanner.table.ids, entry * 20));
    if (object === undefined) throw new GitError('missing-object', 'a base no longer exists');
    return object.data;
  }

  #apply(base: Uint8Array, entry: number): Uint8Array {
    const delta = this.#scanner.deltas.get(entry) ?? this.#inflate(entry);
    // Before allocation: a few bytes may claim a gigabyte.
    this.#spend(readDeltaSizes(delta).resultSize);
    return applyDelta(base, delta, mostBytes(this.#kind, this.#options.limits));
  }

  #inflate(entry: number): Uint8Array {
    const { table } = this.#scanner;
    const start = (table.offsets[entry] ?? 0) + (table.heads[entry] ?? 0);
    const next = entry + 1 < this.#scanned ? (table.offsets[entry + 1] ?? 0) : this.#scanner.position;
    const size = table.sizes[entry] ?? 0;
    this.#spend(size);
    return this.#options.codec.inflate(this.#bytes.slice(start, next - start), 0, size).data;
  }

  #spend(bytes: number): void {
    if (!this.#scanner.budget.spend(bytes, this.#bytes.size))
      throw new GitError('too-large', 'the deltas of the pack expand too much for its size');
  }
}
