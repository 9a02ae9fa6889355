/** What records of a kind are told apart by. */
export interface CollectionKind<T> {
  readonly id: (record: T) => string;
  /** A second name that at most one record has, for `byKey`. */
  readonly key?: (record: T) => string;
}

const none: ReadonlyMap<string, never> = new Map<string, never>();

/**
 * Records of one kind, in the order they were put, found by id at once. One that nothing was put into weighs next to
 * nothing: a world may have ten thousand accounts with a score of them each.
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
  readonly #kind: CollectionKind<T>;
  /** Made with the first record; what is looked up before is nowhere. */
  #byId: Map<string, T> | undefined;
  #byKey: Map<string, T> | undefined;
  #list: readonly T[] | undefined;
  #version = 0;

  constructor(kind: CollectionKind<T>) {
    this.#kind = kind;
  }

  /** Grows with every write. */
  get version(): number {
    return this.#version;
  }

  get size(): number {
    return (this.#byId ?? none).size;
  }

  get(id: string): T | undefined {
    return this.#byId?.get(id);
  }

  byKey(key: string): T | undefined {
    return this.#byKey?.get(key);
  }

  /** All records in order; the same array until the next write. */
  list(): readonly T[] {
    this.#list ??= [...(this.#byId ?? none).values()];
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
      const record = this.#byId?.get(id);
      if (record === undefined) continue;
      this.#byId?.delete(id);
      this.#forgetKey(record);
    }
    this.#changed();
  }

  /** Replaces everything by these records, in this order. */
  replaceAll(records: Iterable<T>): void {
    this.#byId = undefined;
    this.#byKey = undefined;
    for (const record of records) this.#set(record);
    this.#changed();
  }

  #set(record: T): void {
    const { id: idOf, key: keyOf } = this.#kind;
    const id = idOf(record);
    this.#byId ??= new Map();
    if (keyOf) {
      const before = this.#byId.get(id);
      if (before !== undefined) this.#forgetKey(before);
      this.#byKey ??= new Map();
      this.#byKey.set(keyOf(record), record);
    }
    this.#byId.set(id, record);
  }

  /** A key that another record has taken over stays with that one. */
  #forgetKey(record: T): void {
    const key = this.#kind.key?.(record);
    if (key !== undefined && this.#byKey?.get(key) === record) this.#byKey.delete(key);
  }

  #changed(): void {
    this.#list = undefined;
    this.#version++;
  }
}

/** The kind of those records that are told apart by their `id`. */
export const byId: CollectionKind<{ readonly id: string }> = { id: ({ id }) => id };
