import type { ObjectDatabase } from '../object-database.ts';
import { type ObjectId, type ObjectType, objectTypes, typeNames } from '../object-id.ts';
import { forEachLink } from './connectivity.ts';
import { ObjectTable } from './object-table.ts';

/** In an object's flags, above the bits for the types that links expect: the number of its actual type. */
const typeShift = 5;

const expecting = (type: ObjectType) => 1 << (objectTypes[type] - 1);

/**
 * Whether everything that the objects of a pack link to exists, recorded while the pack arrives. `findMissing` would
 * give the same result for all its ids, but would read each object again. Links of the sender's shallow commits count
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
   * Records an object of the pack and its links.
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

  /** Type of an object in the pack; nothing if the pack has no such id. */
  getType(id: ObjectId): ObjectType | undefined {
    const number = this.#table.find(id);
    return number === -1 ? undefined : typeNames[(this.#table.flags[number] ?? 0) >> typeShift];
  }

  /**
   * Whether every link leads to an object of the expected type, in the pack or among the older objects.
   *
   * @param before the older objects, which were complete
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

/** The known links of a pack. */
export interface PackLinks {
  /** Objects of the pack that no object of the pack links to. */
  tops(): Iterable<ObjectId>;
  /** Whether an object of the pack links to this one. */
  linksTo(id: ObjectId): boolean;
}

/**
 * The objects of a repository that no other object links to. A client that wants all of them gets everything without a walk:
 * an unreached object would have an unreached parent, and in the end one that nothing links to.
 */
export class Tops {
  /** Unset once a pack without known tips arrives. */
  #open: Set<ObjectId> | undefined;

  /** @param isEmpty whether the repository has no objects yet */
  constructor(isEmpty: boolean) {
    this.#open = isEmpty ? new Set() : undefined;
  }

  /** Adds a pack whose objects link to objects of its own and older ones. */
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

  /** Whether these objects are known to reach all others. */
  areReachedFrom(ids: Iterable<ObjectId>): boolean {
    return this.#open?.isSubsetOf(new Set(ids)) ?? false;
  }
}
