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
    if (!this.#values.has(id)) this.#ids.push(id);
    this.#values.set(id, value);
  }

  delete(id: string): void {
    if (this.#values.delete(id)) this.#ids.splice(this.#ids.indexOf(id, this.#first), 1);
  }

  dropOldest(): void {
    const id = this.#ids[this.#first];
    if (id === undefined) return;
    this.#values.delete(id);
    if (++this.#first < mostGone) return;
    this.#ids = this.#ids.slice(this.#first);
    this.#first = 0;
  }

  values(): Iterable<Value> {
    return this.#values.values();
  }

  [Symbol.iterator](): Iterator<[string, Value]> {
    return this.#values[Symbol.iterator]();
  }
}
