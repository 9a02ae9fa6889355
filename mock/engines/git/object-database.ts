import type { ObjectId, ObjectType } from './object-id.ts';

/** A complete object. */
export interface GitObject {
  readonly type: ObjectType;
  readonly data: Uint8Array;
}

/** An object as a pack stores it, for copying. */
export interface PackedEntry {
  readonly type: ObjectType | 'delta';
  /** Inflated size of the object, or of the delta. */
  readonly size: number;
  /** The delta's base object. */
  readonly base: ObjectId | undefined;
  /** The zlib stream, without the entry's head. */
  readonly deflated: Uint8Array;
}

/**
 * The objects of a repository, in the packs they arrived in. Reads are synchronous: every pack's index is in memory,
 * and its bytes are in memory or read synchronously.
 */
export interface ObjectDatabase {
  has(id: ObjectId): boolean;
  /** Type of an object, inflating only the heads of its deltas; nothing if it does not exist. */
  getType(id: ObjectId): ObjectType | undefined;
  /** Size of an object, determined like its type. */
  getSize(id: ObjectId): number | undefined;
  /** @throws GitError when a pack is damaged */
  read(id: ObjectId): GitObject | undefined;
  /** The object as it is stored, a delta as a delta. */
  entry(id: ObjectId): PackedEntry | undefined;
  ids(): Iterable<ObjectId>;
}
