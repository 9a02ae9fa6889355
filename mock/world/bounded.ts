/** The latest entries of an endless stream, up to a fixed number. */
export class RingBuffer<T> {
  readonly capacity: number;
  readonly #entries: (T | undefined)[] = [];
  /** Index of the oldest entry. */
  #first = 0;
  #size = 0;

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  /** Adds an entry and returns the one that it replaced. */
  push(entry: T): T | undefined {
    const oldest = this.#size < this.capacity ? undefined : this.dropOldest();
    this.#entries[(this.#first + this.#size) % this.capacity] = entry;
    this.#size++;
    return oldest;
  }

  /** Removes and returns the oldest entry, if there is one. */
  dropOldest(): T | undefined {
    if (this.#size === 0) return undefined;
    const oldest = this.#entries[this.#first];
    this.#entries[this.#first] = undefined;
    this.#first = (this.#first + 1) % this.capacity;
    this.#size--;
    return oldest;
  }

  get size(): number {
    return this.#size;
  }

  /** Entries from the newest to the oldest. */
  *newestFirst(): Generator<T> {
    const newest = this.#first + this.#size - 1;
    for (let age = 0; age < this.#size; age++) {
      yield this.#entries[(newest - age) % this.capacity] as T; // Each of them is there.
    }
  }

  clear(): void {
    this.#entries.length = 0;
    this.#first = 0;
    this.#size = 0;
  }

  /** A copy that later entries do not change. */
  copy(): RingBuffer<T> {
    const copy = new RingBuffer<T>(this.capacity);
    for (const entry of [...this.newestFirst()].reverse()) copy.push(entry);
    return copy;
  }
}

/** How many removed ids may stay at the start of the list of ids. */
const mostGone = 1024;

/**
 * Values by id, oldest first, with fast removal of the oldest. A `Map` alone would step over every entry that was
 * deleted before its first one.
 *
 * @example
 * const kept = new OldestFirst([['a', 1], ['b', 2]]);
 * kept.dropOldest();
 * [...kept.values()]; // [2]
 */
export class OldestFirst<Value> implements Iterable<[string, Value]> {
  readonly #values: Map<string, Value>;
  /** Ids in order; those before the first index are removed. */
  #ids: string[];
  #first = 0;

  constructor(entries: Iterable<readonly [string, Value]> = []) {
    this.#values = new Map(entries);
    this.#ids = [...this.#values.keys()];
  }

  get size(): number {
    return this.#values.size;
  }

  get(id: string): Value | undefined {
    return this.#values.get(id);
  }

  /** Adds a value at the end, or replaces the one with its id. */
  set(id: string, value: Value): void {
    const { size } = this.#values;
    if (this.#values.set(id, value).size > size) this.#ids.push(id);
  }

  delete(id: string): void {
    if (this.#values.delete(id)) this.#ids.splice(this.#ids.indexOf(id, this.#first), 1);
  }

  /** Removes and returns the oldest value with its id, if there is one. */
  dropOldest(): [string, Value] | undefined {
    const id = this.#ids[this.#first];
    if (id === undefined) return undefined;
    const value = this.#values.get(id) as Value; // Every id that is listed has one.
    this.#values.delete(id);
    if (++this.#first >= mostGone) {
      this.#ids = this.#ids.slice(this.#first);
      this.#first = 0;
    }
    return [id, value];
  }

  values(): Iterable<Value> {
    return this.#values.values();
  }

  [Symbol.iterator](): Iterator<[string, Value]> {
    return this.#values[Symbol.iterator]();
  }
}
