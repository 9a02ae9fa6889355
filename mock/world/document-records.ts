import type { JsonValue } from '../engines/openapi/json.ts';
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
      if (record.gone) this.#forget(record);
      else {
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
    const there = record && this.#collections.get(record.collection);
    there?.delete(record?.path ?? '');
    if (there?.size === 0) this.#collections.delete(record?.collection ?? '');
  }
}
