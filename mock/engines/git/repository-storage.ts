import type { ObjectId } from './object-id.ts';

/** The bytes of a pack, wherever they are kept. */
export interface PackBytes {
  readonly size: number;
  /** Bytes from `offset` on, as many as are there of `length`; not to be changed. */
  slice(offset: number, length: number): Uint8Array;
  /** The same, but fewer where more would have to be copied together: whoever reads on saves memory with it. */
  part?(offset: number, length: number): Uint8Array;
}

/** A pack that is kept, with its index of version 2. */
export interface StoredPack {
  /** SHA-1 of the pack, in hexadecimal digits. */
  readonly name: string;
  readonly bytes: PackBytes;
  readonly index: Uint8Array;
}

/** What a repository is made of. */
export interface StoredRepository {
  readonly packs: readonly StoredPack[];
  /** Refs by their whole names, `refs/heads/main`. */
  readonly refs: ReadonlyMap<string, ObjectId>;
  /** The branch that `HEAD` stands for, whether it is there or not. */
  readonly head: string;
  /** Commits whose parents are not there, of an import that was not all of the history; none where it is left out. */
  readonly shallow?: readonly ObjectId[] | undefined;
}

/** A change of a ref; `undefined` is no ref. */
export interface RefChange {
  readonly name: string;
  readonly from: ObjectId | undefined;
  readonly to: ObjectId | undefined;
}

/** A pack on its way in, out of everybody's sight until it is kept. */
export interface IncomingPack {
  write(piece: Uint8Array): void | Promise<void>;
  /** What was written so far. */
  readonly bytes: PackBytes;
  /** Keeps it for good: it survives a crash once this is resolved. */
  keep(name: string, index: Uint8Array): Promise<StoredPack>;
  /** Leaves nothing of it. */
  discard(): Promise<void>;
}

/** Where a repository is kept: in memory, in a folder, or wherever somebody writes these five functions for. */
export interface RepositoryStorage {
  load(): Promise<StoredRepository>;
  receive(): IncomingPack;
  /**
   * Changes all refs or none; they survive a crash once this is resolved. The caller has compared the old values.
   *
   * @param shallow takes the place of the shallow commits that are there, where it is given
   */
  changeRefs(changes: readonly RefChange[], head?: string, shallow?: readonly ObjectId[]): Promise<void>;
  /**
   * Lets go of packs whose objects are all in another one that is kept. A crash may leave them; who has their bytes
   * goes on reading.
   */
  removePacks(names: readonly string[]): Promise<void>;
  /** Leaves nothing of the repository. */
  destroy(): Promise<void>;
}
