import type { ObjectId, ObjectType } from './object-id.ts';

/** An object, whole. */
export interface GitObject {
  readonly type: ObjectType;
  readonly data: Uint8Array;
}

/** An object as a pack holds it, to be copied as it stands. */
export interface PackedEntry {
  readonly type: ObjectType | 'delta';
  /** Bytes of the object, or of the delta, once inflated. */
  readonly size: number;
  /** The object that a delta is applied to. */
  readonly base: ObjectId | undefined;
  /** The zlib stream, without the head of the entry. */
  readonly deflated: Uint8Array;
}

/**
 * The objects of a repository, in the packs that they came in. Reading is synchronous: the index of every pack is in
 * memory, and its bytes are there or are read at once.
 */
export interface ObjectDatabase {
  has(id: ObjectId): boolean;
  /** Type of an object, without inflating more than the heads of its deltas; nothing where it is not there. */
  getType(id: ObjectId): ObjectType | undefined;
  /** Bytes of an object, found out like its type. */
  getSize(id: ObjectId): number | undefined;
  /** @throws GitError when a pack is damaged */
  read(id: ObjectId): GitObject | undefined;
  /** The object as it is stored, a delta as a delta. */
  entry(id: ObjectId): PackedEntry | undefined;
  ids(): Iterable<ObjectId>;
}
