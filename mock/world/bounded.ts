/** The newest entries of an endless stream, up to a fixed number. */
export class RingBuffer<T> {
  readonly capacity: number;
  #entries: T[] = [];
  /** Where the next entry goes once the buffer is full. */
  #next = 0;

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  push(entry: T): void {
    if (this.#entries.length < this.capacity) this.#entries.push(entry);
    else this.#entries[this.#next] = entry;
    this.#next = (this.#next + 1) % this.capacity;
  }

  get size(): number {
    return this.#entries.length;
  }

  /** Entries from the newest to the oldest. */
  *newestFirst(): Generator<T> {
    const { length } = this.#entries;
    const newest = length < this.capacity ? length - 1 : (this.#next - 1 + length) % length;
    for (let age = 0; age < length; age++) {
      yield this.#entries[(newest - age + length) % length] as T;
    }
  }

  clear(): void {
    this.#entries = [];
    this.#next = 0;
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
