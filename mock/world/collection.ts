/** How the records of a collection are identified. */
export interface CollectionKind<T> {
  readonly id: (record: T) => string;
  /** A second, unique name for `byKey`. */
  readonly key?: (record: T) => string;
}

/** Up to this number, records without a key are in a list; more records, and those with a key, are in maps. */
const few = 8;

/**
 * Records of one kind, in insertion order, with look-up by id. An empty collection takes almost no memory, and a small
 * one hardly more than its records: a world may have ten thousand accounts with twenty collections each.
 *
 * Records are never changed in place: a change puts a new record. So a snapshot is a list of references, a reader never
 * sees a partial change, and a cache can compare `version`.
 *
 * @example
 * const zones = new Collection<Zone>({ id: (zone) => zone.id, key: (zone) => zone.name });
 * zones.put(zone);
 * zones.byKey('example.localhost');
 */
export class Collection<T extends object> {
  readonly #kind: CollectionKind<T>;
  #version = 0;
  /** All records in order; made on demand if there are maps. */
  #list: readonly T[] | undefined = none;
  #maps: Maps<T> | undefined;

  constructor(kind: CollectionKind<T>) {
    this.#kind = kind;
  }

  /** Grows with every write. */
  get version(): number {
    return this.#version;
  }

  get size(): number {
    return this.#maps?.byId.size ?? this.list().length;
  }

  get(id: string): T | undefined {
    if (this.#maps) return this.#maps.byId.get(id);
    const list = this.list();
    return list[getPlace(id, list, this.#kind)];
  }

  byKey(key: string): T | undefined {
    return this.#maps?.byKey.get(key);
  }

  /** All records in order; the same array until the next write. */
  list(): readonly T[] {
    this.#list ??= [...(this.#maps?.byId.values() ?? none)];
    return this.#list;
  }

  /** Adds records; a record with a known id replaces the old one in its position. */
  put(...records: readonly T[]): void {
    for (const record of records) {
      this.#version++;
      if (!this.#maps) {
        const list = this.list();
        const place = getPlace(this.#kind.id(record), list, this.#kind);
        if (!this.#kind.key && (place !== -1 || list.length < few)) {
          // Unlike spreading, `concat` allocates no spare capacity.
          this.#list = place === -1 ? list.concat([record]) : list.with(place, record);
          continue;
        }
        this.#maps = new Maps(this.#kind, list);
      }
      this.#maps.set(record);
      this.#list = undefined;
    }
  }

  /** Removes records by id and ignores unknown ids. */
  remove(...ids: readonly string[]): void {
    this.#version++;
    if (this.#maps) {
      for (const id of ids) this.#maps.delete(id);
      this.#list = undefined;
    } else {
      this.#list = this.list().filter((record) => !ids.includes(this.#kind.id(record)));
    }
  }

  /** Replaces all records by these, in this order. */
  replaceAll(records: Iterable<T>): void {
    this.#version++;
    this.#maps = undefined;
    this.#list = none;
    for (const record of records) this.put(record);
  }

  /** Captures the current state; the returned function restores it. */
  snapshot(): () => void {
    const records = this.list();
    return () => this.replaceAll(records);
  }
}

/** Maps for many records, or for records with a key. */
class Maps<T extends object> {
  readonly byId = new Map<string, T>();
  readonly byKey = new Map<string, T>();
  readonly #kind: CollectionKind<T>;

  constructor(kind: CollectionKind<T>, records: readonly T[]) {
    this.#kind = kind;
    for (const record of records) this.set(record);
  }

  set(record: T): void {
    const { id: getId, key: getKey } = this.#kind;
    const id = getId(record);
    if (getKey) {
      this.#forgetKey(this.byId.get(id));
      this.byKey.set(getKey(record), record);
    }
    this.byId.set(id, record);
  }

  delete(id: string): void {
    this.#forgetKey(this.byId.get(id));
    this.byId.delete(id);
  }

  /** If another record has taken over the key, it keeps it. */
  #forgetKey(record: T | undefined): void {
    const key = record && this.#kind.key?.(record);
    if (key !== undefined && this.byKey.get(key) === record) this.byKey.delete(key);
  }
}

function getPlace<T extends object>(id: string, list: readonly T[], kind: CollectionKind<T>): number {
  return list.findIndex((record) => kind.id(record) === id);
}

const none: readonly never[] = [];

/** For records with a unique `id`. */
export const byId: CollectionKind<{ readonly id: string }> = { id: ({ id }) => id };
