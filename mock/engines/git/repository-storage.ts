import type { ObjectId } from './object-id.ts';

/** The bytes of a pack, wherever it is kept. */
export interface PackBytes {
  readonly size: number;
  /** Up to `length` bytes from `offset` on; read-only. */
  slice(offset: number, length: number): Uint8Array;
  /** The same, but possibly fewer bytes, to avoid copying: a sequential reader saves memory with it. */
  part?(offset: number, length: number): Uint8Array;
}

/** A kept pack, with its index of version 2. */
export interface StoredPack {
  /** SHA-1 of the pack, in hexadecimal digits. */
  readonly name: string;
  readonly bytes: PackBytes;
  readonly index: Uint8Array;
}

/** The persistent state of a repository. */
export interface StoredRepository {
  readonly packs: readonly StoredPack[];
  /** Refs by full name, `refs/heads/main`. */
  readonly refs: ReadonlyMap<string, ObjectId>;
  /** The branch that `HEAD` points to, whether it exists or not. */
  readonly head: string;
  /** Commits whose parents are missing, from an import with a depth. Default: none. */
  readonly shallow?: readonly ObjectId[] | undefined;
}

/** A change of a ref; `undefined` means no ref. */
export interface RefChange {
  readonly name: string;
  readonly from: ObjectId | undefined;
  readonly to: ObjectId | undefined;
}

/** An incoming pack, invisible until it is kept. */
export interface IncomingPack {
  write(piece: Uint8Array): void | Promise<void>;
  /** The bytes written so far. */
  readonly bytes: PackBytes;
  /** Keeps it permanently: it survives a crash once this resolves. */
  keep(name: string, index: Uint8Array): Promise<StoredPack>;
  /** Deletes it. */
  discard(): Promise<void>;
}

/** The storage of a repository: in memory, in a folder, or a custom implementation of these five functions. */
export interface RepositoryStorage {
  load(): Promise<StoredRepository>;
  receive(): IncomingPack;
  /**
   * Changes all refs or none; they survive a crash once this resolves. The caller has compared the old values.
   *
   * @param shallow replaces the existing shallow commits, if given
   */
  changeRefs(changes: readonly RefChange[], head?: string, shallow?: readonly ObjectId[]): Promise<void>;
  /**
   * Deletes packs whose objects are all in another kept one. A crash may leave them, and readers that hold their bytes
   * can go on reading.
   */
  removePacks(names: readonly string[]): Promise<void>;
  /** Deletes the repository. */
  destroy(): Promise<void>;
}
