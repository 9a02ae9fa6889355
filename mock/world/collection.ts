/** What records of a kind are told apart by. */
export interface CollectionKind<T> {
  readonly id: (record: T) => string;
  /** A second name that at most one record has, for `byKey`. */
  readonly key?: (record: T) => string;
}

/** Records that are looked through one by one; more of them, and those with a key, are found by maps. */
const few = 8;

/** All that a collection has, once there was anything in it. */
interface Content<T> {
  version: number;
  /** All records in order; made when it is asked for where `byId` has them. */
  list: readonly T[] | undefined;
  /** Undefined where `list` has all records. */
  byId: Map<string, T> | undefined;
  byKey: Map<string, T> | undefined;
}

/**
 * Records of one kind, in the order they were put, found by id at once. One that nothing was put into weighs next to
 * nothing, and few records not much more than themselves: a world may have ten thousand accounts with a score of
 * collections each.
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
  #content: Content<T> | undefined;

  constructor(kind: CollectionKind<T>) {
    this.#kind = kind;
  }

  /** Grows with every write. */
  get version(): number {
    return this.#content?.version ?? 0;
  }

  get size(): number {
    return this.#content?.byId?.size ?? this.list().length;
  }

  get(id: string): T | undefined {
    const content = this.#content;
    if (content === undefined || content.byId) return content?.byId?.get(id);
    return content.list?.[this.#placeOf(id, content.list)];
  }

  byKey(key: string): T | undefined {
    return this.#content?.byKey?.get(key);
  }

  /** All records in order; the same array until the next write. */
  list(): readonly T[] {
    const content = this.#content;
    if (content === undefined) return none;
    content.list ??= [...(content.byId?.values() ?? none)];
    return content.list;
  }

  /** Adds records, or replaces those with the same ids in their places. */
  put(...records: readonly T[]): void {
    const content = this.#changed();
    for (const record of records) this.#set(content, record);
  }

  /** Removes records by id; unknown ids are passed over. */
  remove(...ids: readonly string[]): void {
    const content = this.#changed();
    const { byId, list } = content;
    if (!byId) {
      content.list = list?.filter((record) => !ids.includes(this.#kind.id(record)));
      return;
    }
    for (const id of ids) {
      const record = byId.get(id);
      if (record === undefined) continue;
      byId.delete(id);
      this.#forgetKey(content, record);
    }
    content.list = undefined;
  }

  /** Replaces everything by these records, in this order. */
  replaceAll(records: Iterable<T>): void {
    const content = this.#changed();
    content.byId = undefined;
    content.byKey = undefined;
    content.list = none;
    for (const record of records) this.#set(content, record);
  }

  #set(content: Content<T>, record: T): void {
    const { id: idOf, key: keyOf } = this.#kind;
    const id = idOf(record);
    if (!content.byId) {
      const list = content.list ?? none;
      const place = this.#placeOf(id, list);
      if (!keyOf && (place !== -1 || list.length < few)) {
        content.list = place === -1 ? [...list, record] : list.with(place, record);
        return;
      }
      content.byId = new Map(list.map((known) => [idOf(known), known]));
    }
    if (keyOf) {
      const before = content.byId.get(id);
      if (before !== undefined) this.#forgetKey(content, before);
      content.byKey ??= new Map();
      content.byKey.set(keyOf(record), record);
    }
    content.byId.set(id, record);
    content.list = undefined;
  }

  /** A key that another record has taken over stays with that one. */
  #forgetKey({ byKey }: Content<T>, record: T): void {
    const key = this.#kind.key?.(record);
    if (key !== undefined && byKey?.get(key) === record) byKey.delete(key);
  }

  #placeOf(id: string, list: readonly T[]): number {
    return list.findIndex((record) => this.#kind.id(record) === id);
  }

  #changed(): Content<T> {
    this.#content ??= { version: 0, list: none, byId: undefined, byKey: undefined };
    this.#content.version++;
    return this.#content;
  }
}

const none: readonly never[] = [];

/** The kind of those records that are told apart by their `id`. */
export const byId: CollectionKind<{ readonly id: string }> = { id: ({ id }) => id };
