/** The newest entries of an endless stream, up to a fixed number. */
export class RingBuffer<T> {
  readonly capacity: number;
  readonly #entries: (T | undefined)[] = [];
  /** Where the oldest entry is. */
  #first = 0;
  #size = 0;

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  /** Adds an entry, and gives the one that it took the place of. */
  push(entry: T): T | undefined {
    const oldest = this.#size < this.capacity ? undefined : this.dropOldest();
    this.#entries[(this.#first + this.#size) % this.capacity] = entry;
    this.#size++;
    return oldest;
  }

  /** Takes the oldest entry out, where there is one. */
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

  /** A copy that later entries do not reach. */
  copy(): RingBuffer<T> {
    const copy = new RingBuffer<T>(this.capacity);
    for (const entry of [...this.newestFirst()].reverse()) copy.push(entry);
    return copy;
  }
}

/** How many ids that are gone are left at the beginning of the list of ids. */
const mostGone = 1024;

/**
 * Values by their ids, oldest first, of which the oldest can be dropped at once. A `Map` alone passes over all
 * that was ever deleted before its first entry.
 *
 * @example
 * const kept = new OldestFirst([['a', 1], ['b', 2]]);
 * kept.dropOldest();
 * [...kept.values()]; // [2]
 */
export class OldestFirst<Value> implements Iterable<[string, Value]> {
  readonly #values: Map<string, Value>;
  /** Ids in the order in which they came, of which those before the first are gone. */
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

  /** Puts a value last, or in the place of the one with its id. */
  set(id: string, value: Value): void {
    const { size } = this.#values;
    if (this.#values.set(id, value).size > size) this.#ids.push(id);
  }

  delete(id: string): void {
    if (this.#values.delete(id)) this.#ids.splice(this.#ids.indexOf(id, this.#first), 1);
  }

  /** Takes the oldest value out and gives it with its id, where there is one. */
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
