/**
 * Records of one kind, in the order they were put, found by id at once.
 *
 * Records are never changed in place: a change puts a new record. So a snapshot is a list of references,
 * a reader never sees half a change, and `version` tells a cache whether it is still right.
 *
 * @example
 * const zones = new Collection<Zone>({ id: (zone) => zone.id, key: (zone) => zone.name });
 * zones.put(zone);
 * zones.byKey('example.localhost');
 */
export class Collection<T extends object> {
  readonly #id: (record: T) => string;
  readonly #key: ((record: T) => string) | undefined;
  #byId = new Map<string, T>();
  #byKey = new Map<string, T>();
  #list: readonly T[] | undefined;
  #version = 0;

  /** @param options.key a second name that at most one record has, for {@link byKey} */
  constructor(options: { id: (record: T) => string; key?: (record: T) => string }) {
    this.#id = options.id;
    this.#key = options.key;
  }

  /** Grows with every write. */
  get version(): number {
    return this.#version;
  }

  get size(): number {
    return this.#byId.size;
  }

  get(id: string): T | undefined {
    return this.#byId.get(id);
  }

  byKey(key: string): T | undefined {
    return this.#byKey.get(key);
  }

  /** All records in order; the same array until the next write. */
  list(): readonly T[] {
    this.#list ??= [...this.#byId.values()];
    return this.#list;
  }

  /** Adds records, or replaces those with the same ids in their places. */
  put(...records: readonly T[]): void {
    for (const record of records) this.#set(record);
    this.#changed();
  }

  /** Removes records by id; unknown ids are passed over. */
  remove(...ids: readonly string[]): void {
    for (const id of ids) {
      const record = this.#byId.get(id);
      if (record === undefined) continue;
      this.#byId.delete(id);
      this.#forgetKey(record);
    }
    this.#changed();
  }

  /** Replaces everything by these records, in this order. */
  replaceAll(records: Iterable<T>): void {
    this.#byId = new Map();
    this.#byKey = new Map();
    for (const record of records) this.#set(record);
    this.#changed();
  }

  #set(record: T): void {
    const id = this.#id(record);
    if (this.#key) {
      const before = this.#byId.get(id);
      if (before !== undefined) this.#forgetKey(before);
      this.#byKey.set(this.#key(record), record);
    }
    this.#byId.set(id, record);
  }

  /** A key that another record has taken over stays with that one. */
  #forgetKey(record: T): void {
    const key = this.#key?.(record);
    if (key !== undefined && this.#byKey.get(key) === record) this.#byKey.delete(key);
  }

  #changed(): void {
    this.#list = undefined;
    this.#version++;
  }
}
