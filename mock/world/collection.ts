import type { Change } from './state/change.ts';
import type { ChangeLog, KeptPart } from './state/change-log.ts';
import type { KeptNode } from './state/kept-node.ts';

/** How the records of a collection are identified, and kept by a server with `--state`. */
export interface CollectionKind<T> {
  readonly id: (record: T) => string;
  /** A second, unique name for `byKey`. */
  readonly key?: (record: T) => string;
  /** For records that are more than JSON. */
  readonly json?: RecordCodec<T>;
}

/** Converts records to JSON and back. */
export interface RecordCodec<T> {
  write(record: T): unknown;
  /** @param json what `write` returned; undefined is returned for a record that a restart ends */
  read(json: never): T | undefined;
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
export class Collection<T extends object> implements KeptPart {
  readonly #kind: CollectionKind<T>;
  #version = 0;
  /** All records in order; made on demand if there are maps. */
  #list: readonly T[] | undefined = none;
  #maps: Maps<T> | undefined;
  #log: ChangeLog | undefined;

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
      if (this.#log) this.#notePut(record, this.#log);
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
    if (this.#log) this.#noteRemoval(ids, this.#log);
    if (this.#maps) {
      for (const id of ids) this.#maps.delete(id);
      this.#list = undefined;
    } else {
      this.#list = this.list().filter((record) => !ids.includes(this.#kind.id(record)));
    }
  }

  /** Replaces all records by these, in this order. */
  replaceAll(records: Iterable<T>): void {
    const log = this.#log;
    const before = log ? this.list() : none;
    this.#log = undefined;
    this.#version++;
    this.#maps = undefined;
    this.#list = none;
    for (const record of records) this.put(record);
    this.#log = log;
    if (!log) return;
    const known = new Set(before);
    for (const record of this.list()) {
      if (!known.has(record)) log.put(this.#kind.id(record), this.#write(record), () => {});
    }
    log.order(this.list().map(this.#kind.id), () => this.replaceAll(before));
  }

  /** Captures the current state; the returned function restores it. */
  snapshot(): () => void {
    const records = this.list();
    return () => this.replaceAll(records);
  }

  keepIn(log: ChangeLog): void {
    this.#log = log;
  }

  *changes(path: string): Generator<Change> {
    for (const record of this.list()) yield [path, this.#kind.id(record), this.#write(record)];
  }

  load(kept: KeptNode): void {
    kept.each((json, id) => {
      // The same version of the kind wrote it.
      const record = this.#kind.json ? this.#kind.json.read(json as never) : (json as T);
      if (record === undefined) return;
      if (this.#kind.id(record) !== id) throw new Error('It has another id.');
      this.put(record);
    });
  }

  #write(record: T): unknown {
    return this.#kind.json ? this.#kind.json.write(record) : record;
  }

  #notePut(record: T, log: ChangeLog): void {
    const id = this.#kind.id(record);
    const before = this.get(id);
    log.put(id, this.#write(record), () => (before ? this.put(before) : this.remove(id)));
  }

  #noteRemoval(ids: readonly string[], log: ChangeLog): void {
    const known = ids.filter((id) => this.get(id));
    if (known.length === 0) return;
    const before = this.list();
    for (const id of known) log.remove(id, () => this.replaceAll(before));
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
export const byId = { id: ({ id }: { readonly id: string }): string => id };
