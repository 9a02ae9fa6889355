import type { ObjectDatabase } from '../object-database.ts';
import { type ObjectId, type ObjectType, objectTypes, typeNames } from '../object-id.ts';
import { forEachLink } from './connectivity.ts';
import { ObjectTable } from './object-table.ts';

/** In the flags of an object, above the bits of the types that links to it expect: the number of the type it has. */
const typeShift = 5;

const expecting = (type: ObjectType) => 1 << (objectTypes[type] - 1);

/**
 * Whether all that the objects of a pack link to is there, noted while the pack comes in: `findMissing` says the same
 * of all its ids, but reads each object once more. Links of the commits that a sender has without their parents count
 * as well.
 *
 * @example
 * const links = new LinkCheck();
 * await receivePack(body, { ...options, inspect: (type, data, id) => links.see(type, data, id) });
 * links.isComplete(database);
 */
export class LinkCheck implements PackLinks {
  readonly #table = new ObjectTable();

  /**
   * Notes an object of the pack, and what it links to.
   *
   * @param id its 20 bytes
   * @throws GitError `bad-object` when it can't be read
   */
  see(type: ObjectType, data: Uint8Array, id: Uint8Array): void {
    const table = this.#table;
    const own = table.add(id, 0);
    table.flags[own] = (table.flags[own] ?? 0) | (objectTypes[type] << typeShift);
    forEachLink(table, type, data, (to, expected) => this.#expect(to, expected));
  }

  /** Type of an object of the pack; nothing where it has none of this id. */
  getType(id: ObjectId): ObjectType | undefined {
    const number = this.#table.find(id);
    return number === -1 ? undefined : typeNames[(this.#table.flags[number] ?? 0) >> typeShift];
  }

  /**
   * Whether every link leads to an object of the type it should, in the pack or in what was there before.
   *
   * @param before what was there; it was complete itself
   */
  isComplete(before: ObjectDatabase): boolean {
    const { flags, size } = this.#table;
    for (let number = 0; number < size; number += 1) {
      const flag = flags[number] ?? 0;
      const expected = flag & ((1 << typeShift) - 1);
      if (expected === 0) continue;
      const type = typeNames[flag >> typeShift] ?? before.getType(this.#table.getId(number));
      if (type === undefined || expected !== expecting(type)) return false;
    }
    return true;
  }

  *tops(): Generator<ObjectId, void, undefined> {
    const table = this.#table;
    for (let number = 0; number < table.size; number += 1) {
      const isLinked = ((table.flags[number] ?? 0) & ((1 << typeShift) - 1)) !== 0;
      if (!isLinked) yield table.getId(number);
    }
  }

  linksTo(id: ObjectId): boolean {
    const number = this.#table.find(id);
    return number !== -1 && ((this.#table.flags[number] ?? 0) & ((1 << typeShift) - 1)) !== 0;
  }

  #expect(number: number, type: ObjectType): void {
    this.#table.flags[number] = (this.#table.flags[number] ?? 0) | expecting(type);
  }
}

/** What is known of the links of a pack. */
export interface PackLinks {
  /** Objects of the pack that none of its objects links to. */
  tops(): Iterable<ObjectId>;
  /** Whether an object of the pack links to this one. */
  linksTo(id: ObjectId): boolean;
}

/**
 * The objects of a repository that no other links to. Who wants all of them gets all there is, and nothing has to be
 * walked through: whatever was not reached from them would have one above it that is not reached either, and in the end
 * one that nothing links to.
 */
export class Tops {
  /** Nothing once there is a pack of which they are not known. */
  #open: Set<ObjectId> | undefined;

  /** @param isEmpty whether the repository has no objects yet */
  constructor(isEmpty: boolean) {
    this.#open = isEmpty ? new Set() : undefined;
  }

  /** Adds a pack whose objects link to what it has and what was there before. */
  add(links: PackLinks | undefined): void {
    const open = this.#open;
    if (open === undefined) return;
    if (links === undefined) {
      this.#open = undefined;
      return;
    }
    for (const id of open) if (links.linksTo(id)) open.delete(id);
    for (const id of links.tops()) open.add(id);
  }

  /** Whether it is known that these reach all objects. */
  areReachedFrom(ids: Iterable<ObjectId>): boolean {
    return this.#open?.isSubsetOf(new Set(ids)) ?? false;
  }
}
