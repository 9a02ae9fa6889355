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
  /** Whether it has been removed, for a resource that would be there without having been made. */
  readonly gone?: true;
}

/** Resources of documents, in the order of their creation. */
export class DocumentRecords extends Collection<DocumentRecord> {
  /** The lists at one version. */
  #lists: {
    readonly version: number;
    readonly byCollection: ReadonlyMap<string, readonly DocumentRecord[]>;
  } = {
    version: -1,
    byCollection: new Map(),
  };

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
    if (this.#lists.version !== this.version) {
      const there = this.list().filter(({ gone }) => !gone);
      this.#lists = { version: this.version, byCollection: Map.groupBy(there, (one) => one.collection) };
    }
    return this.#lists.byCollection.get(collection) ?? [];
  }

  /** Whether a collection has no records, and none were removed. */
  isUntouched(collection: string): boolean {
    return this.of(collection).length === 0 && !this.list().some((one) => one.collection === collection);
  }

  /** Removes a record and everything below it. */
  removeTree(path: string): void {
    const below = this.list().filter((one) => one.path === path || one.path.startsWith(`${path}/`));
    this.remove(...below.map((one) => one.path));
  }
}
