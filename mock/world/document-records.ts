import { isObject, type JsonValue } from '../engines/openapi/json.ts';
import { Collection } from './collection.ts';

/** A resource that is served from the schemas of an OpenAPI document. */
export interface DocumentRecord {
  /** Path of the resource from the root of the host, with the ids of its parents: `/client/v4/zones/…/dns_records/…`. */
  readonly path: string;
  /** Path of its collection; that of the resource itself for one that has no collection. */
  readonly collection: string;
  /** The resource, in the shape of the document; null for bytes. */
  readonly value: JsonValue;
  /** Bytes in base64, for a resource that is no JSON. */
  readonly bytes?: string;
  readonly mediaType?: string;
  /** SHA-256 of a secret that opens it, in hexadecimal digits: of the value of a token. */
  readonly secret?: string;
  /** Whether it has been removed, for a resource that would be there without having been made. */
  readonly gone?: true;
}

/** Resources of documents, in the order of their creation. */
export class DocumentRecords extends Collection<DocumentRecord> {
  /** The records that are there, by collection and path. */
  readonly #collections = new Map<string, Map<string, DocumentRecord>>();
  /** Records by the value of a member, for the members of a collection that were asked for. */
  readonly #indexes = new Map<string, Map<string, MemberIndex>>();

  constructor() {
    super({ id: ({ path }) => path });
  }

  /** The record at a path, unless it has been removed. */
  find(path: string): DocumentRecord | undefined {
    const found = this.get(path);
    return found?.gone ? undefined : found;
  }

  /** The records of a collection, the oldest first. */
  of(collection: string): readonly DocumentRecord[] {
    return [...(this.#collections.get(collection)?.values() ?? [])];
  }

  /** The records of a collection in which a member has a value, in any order. */
  where(collection: string, member: string, value: JsonValue): readonly DocumentRecord[] {
    const indexes = this.#indexes.get(collection) ?? new Map<string, MemberIndex>();
    this.#indexes.set(collection, indexes);
    const index = indexes.get(member) ?? new MemberIndex(member, this.of(collection));
    indexes.set(member, index);
    return index.get(value);
  }

  /** Does several changes, or none if one of them throws. */
  atomic<T>(work: () => T): T {
    const restore = this.snapshot();
    try {
      return work();
    } catch (error) {
      restore();
      throw error;
    }
  }

  /** Whether there are records below those of a collection. */
  hasBelow(collection: string): boolean {
    return this.#collections.keys().some((one) => one.startsWith(`${collection}/`));
  }

  /** Whether a collection has no records, and none were removed. */
  isUntouched(collection: string): boolean {
    return !this.#collections.has(collection) && !this.list().some((one) => one.collection === collection);
  }

  override put(...records: readonly DocumentRecord[]): void {
    super.put(...records);
    for (const record of records) {
      const before = this.#collections.get(record.collection)?.get(record.path);
      if (record.gone) this.#forget(before);
      else {
        this.#reindex(record.collection, before, record);
        const there = this.#collections.get(record.collection) ?? new Map<string, DocumentRecord>();
        this.#collections.set(record.collection, there.set(record.path, record));
      }
    }
  }

  override remove(...paths: readonly string[]): void {
    for (const path of paths) this.#forget(this.get(path));
    super.remove(...paths);
  }

  override replaceAll(records: Iterable<DocumentRecord>): void {
    this.#collections.clear();
    this.#indexes.clear();
    super.replaceAll(records);
  }

  /** Removes a record and everything below it. */
  removeTree(path: string): void {
    const below = [...this.#collections]
      .filter(([collection]) => `${collection}/`.startsWith(`${path}/`))
      .flatMap(([, records]) => [...records.keys()]);
    this.remove(path, ...below);
  }

  #forget(record: DocumentRecord | undefined): void {
    if (!record) return;
    const there = this.#collections.get(record.collection);
    this.#reindex(record.collection, record);
    there?.delete(record.path);
    if (there?.size === 0) this.#collections.delete(record.collection);
  }

  #reindex(collection: string, before: DocumentRecord | undefined, after?: DocumentRecord): void {
    for (const index of this.#indexes.get(collection)?.values() ?? []) index.replace(before, after);
  }
}

/** Records by the value of one member. */
class MemberIndex {
  readonly #member: string;
  readonly #byValue = new Map<JsonValue | undefined, Map<string, DocumentRecord>>();

  constructor(member: string, records: readonly DocumentRecord[]) {
    this.#member = member;
    for (const record of records) this.replace(undefined, record);
  }

  get(value: JsonValue): readonly DocumentRecord[] {
    return [...(this.#byValue.get(value)?.values() ?? [])];
  }

  replace(before: DocumentRecord | undefined, after: DocumentRecord | undefined): void {
    if (before) this.#byValue.get(this.#valueOf(before))?.delete(before.path);
    if (!after) return;
    const value = this.#valueOf(after);
    const those = this.#byValue.get(value) ?? new Map<string, DocumentRecord>();
    this.#byValue.set(value, those.set(after.path, after));
  }

  #valueOf({ value }: DocumentRecord): JsonValue | undefined {
    return isObject(value) ? value[this.#member] : undefined;
  }
}
