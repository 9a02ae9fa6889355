import type { Located } from '../document.ts';
import type { JsonObject } from '../json.ts';

/** Records of one kind, as far as a document says: a collection with its items, or a singleton. */
export interface Resource {
  /** Template of the collection, of the singleton, or of the folder of items without a list. */
  readonly path: string;
  /** Template of one record; undefined for singletons and collections whose records have no path. */
  readonly itemPath: string | undefined;
  /** Parameter of `itemPath` that names the record. */
  readonly idParameter: string | undefined;
  /** Member of the record with its id, such as `id`, `uuid` or `name`; undefined if no member has it. */
  readonly idMember: string | undefined;
  /** Whether a write to the path of an item creates it: the client has chosen the id. */
  readonly keyedByClient: boolean;
  /** Whether a record is bytes of any kind instead of JSON. */
  readonly raw: boolean;
  /** Field of a form with the bytes, where it is no file. */
  readonly bytesMember: string | undefined;
  /** Member of the body of a new record with its id, where it has another name there. */
  readonly idSource: string | undefined;
  /** Members of the record, by the names that bodies have for them. */
  readonly sentMembers: Readonly<Record<string, readonly string[]>>;
  readonly singleton: boolean;
  /** Whether records are there without being created, as settings are: the first read or list makes a sample and keeps it. */
  readonly preset: boolean;
  /** The records whose item path this path starts with; they must exist. */
  readonly parent: Resource | undefined;
  /** One record, out of its envelope. */
  readonly schema: Located | undefined;
  /** Query parameters of the list that select records. Their default counts when a request has none. */
  readonly filters: readonly Filter[];
  /** Members of which no two records may have the same value. */
  readonly unique: readonly string[];
  /** Records that are there from the start. */
  readonly starts: readonly JsonObject[];
}

/** A query parameter that selects records by one of their members. */
export interface Filter {
  readonly parameter: string;
  readonly member: string;
  /** `anywhere` looks in all texts of a record. */
  readonly match: 'equal' | 'contains' | 'starts' | 'ends' | 'present' | 'absent' | 'anywhere';
  /** Values of the parameter that select all records, such as `all`. */
  readonly everything: readonly string[];
}

/** How one operation of a document behaves. */
export type Role =
  /** An operation of a collection or of one of its items. */
  | {
      readonly kind: 'list' | 'create' | 'read' | 'replace' | 'remove' | 'clear';
      readonly resource: Resource;
    }
  /** A change of a record. Members of the body that are named here are no members of the record. */
  | {
      readonly kind: 'update';
      readonly resource: Resource;
      /** Lists of the record, by the member of the body whose entries are added to them. */
      readonly append: Readonly<Record<string, string>>;
      /** Lists of the record, by the member of the body whose entries, or values in them, are taken from them. */
      readonly take: Readonly<Record<string, string>>;
    }
  /** An operation on several records at once. */
  | {
      readonly kind: BulkKind;
      readonly resource: Resource;
      /** JSON pointer to the list in the body, or to a single record; undefined if the query has the ids. */
      readonly pointer: string | undefined;
      /** Query parameter with the ids. */
      readonly parameter: string | undefined;
      /** Member of each record in the body with its id; undefined where the list has ids alone. */
      readonly idMember: string | undefined;
      /** Member of each record in the body with its bytes, for raw records. */
      readonly bytesMember: string | undefined;
      /** Member of each record that says whether its bytes are Base64. */
      readonly base64Member: string | undefined;
    }
  /** An operation of a singleton. */
  | {
      readonly kind: 'read-one' | 'write-one' | 'change-one' | 'remove-one';
      readonly resource: Resource;
      /** What a call changes, instead of its body. */
      readonly set?: JsonObject | undefined;
    }
  /** A read of one member of a record, at a path of its own. */
  | { readonly kind: 'read-member'; readonly resource: Resource; readonly member: string }
  /** A call that does something with a record, such as `POST /x/{id}/restart`. */
  | { readonly kind: 'action'; readonly resource: Resource | undefined }
  /** No state: an answer that fits. Its resource is the record below which it is, which must exist. */
  | { readonly kind: 'sample'; readonly resource: Resource | undefined }
  /** Can't be served. The reason is one sentence. */
  | { readonly kind: 'none'; readonly reason: string };

/** `bulk-replace` puts its records in place of all others; `bulk-update` changes those that it names. */
export type BulkKind = 'bulk-create' | 'bulk-replace' | 'bulk-update' | 'bulk-remove';
