import type { ObjectId, ObjectType } from '../object-id.ts';
import type { ObjectTable } from './object-table.ts';
import { walkMarks } from './tree-walk.ts';

/** Numbers of objects in a table, by their types, in the order to send them in. */
export interface SendNumbers {
  readonly commit: readonly number[];
  readonly tag: readonly number[];
  readonly tree: readonly number[];
  readonly blob: readonly number[];
}

/**
 * The objects to send: commits from the newest to the oldest, then tags, trees and blobs as they are met from the newest
 * commit on. A few bytes for each object; ids are made when they are asked for.
 */
export class SendList {
  /** Of each type how many. */
  readonly counts: Readonly<Record<ObjectType, number>>;
  readonly #table: ObjectTable;
  readonly #order: Int32Array;

  constructor(table: ObjectTable, { commit, tag, tree, blob }: SendNumbers) {
    this.#table = table;
    this.counts = { commit: commit.length, tag: tag.length, tree: tree.length, blob: blob.length };
    this.#order = new Int32Array(commit.length + tag.length + tree.length + blob.length);
    let at = 0;
    for (const numbers of [commit, tag, tree, blob]) {
      this.#order.set(numbers, at);
      at += numbers.length;
    }
  }

  get size(): number {
    return this.#order.length;
  }

  /** The id of the object at a place from 0 on. */
  idAt(place: number): ObjectId {
    const number = this.#order[place];
    if (number === undefined) throw new RangeError(`nothing is sent at place ${place}`);
    return this.#table.idOf(number);
  }

  /** Writes the 20 bytes of the id of the object at a place. */
  putIdAt(place: number, into: Uint8Array, offset: number): void {
    this.#table.putId(this.#order[place] ?? -1, into, offset);
  }

  *ids(): Generator<ObjectId, void, undefined> {
    for (const number of this.#order) yield this.#table.idOf(number);
  }

  /** Whether an object is sent. */
  has(id: ObjectId): boolean {
    return this.#isMarked(id, walkMarks.sent);
  }

  /** Whether the client is known to have an object: a thin pack may have deltas on it. Not all that it has is known. */
  isAssumed(id: ObjectId): boolean {
    return this.#isMarked(id, walkMarks.assumed);
  }

  #isMarked(id: ObjectId, mark: number): boolean {
    const number = this.#table.find(id);
    return number !== -1 && ((this.#table.flags[number] ?? 0) & mark) !== 0;
  }
}
