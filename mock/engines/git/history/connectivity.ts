import type { ObjectDatabase } from '../object-database.ts';
import { type ObjectId, type ObjectType, objectTypes } from '../object-id.ts';
import { readCommit, readTag, TreeCursor } from '../objects/read-objects.ts';
import { ObjectTable } from './object-table.ts';

/** A link to nothing, or to something of another type. */
export interface MissingObject {
  readonly id: ObjectId;
  /** What it should be; nothing is known of one that was started from. */
  readonly type: ObjectType | undefined;
  /** The object that links to it; nothing for one that was started from. */
  readonly from: ObjectId | undefined;
}

/**
 * Shows each link of an object: its number in a table, and the type that it should have. The commit of a submodule is
 * in another repository, so a tree has no link to it.
 *
 * @throws GitError `bad-object` when the object can't be read
 */
export function forEachLink(
  table: ObjectTable,
  type: ObjectType,
  data: Uint8Array,
  take: (to: number, type: ObjectType) => void,
): void {
  if (type === 'tree') {
    const cursor = new TreeCursor(data);
    while (cursor.next()) if (cursor.kind !== 'commit') take(table.add(data, cursor.link), cursor.kind);
  } else if (type === 'commit') {
    const { tree, parents } = readCommit(data);
    take(table.addDigits(data, tree), 'tree');
    for (const at of parents) take(table.addDigits(data, at), 'commit');
  } else if (type === 'tag') {
    const target = readTag(data);
    take(table.addId(target.id), target.type);
  }
}

/**
 * Finds the first object that is missing, going from some objects through all that are new. Of what was there before
 * only itself is looked at: it was connected when it came.
 *
 * With the new values of refs to start from, this says whether the refs may be set; with all ids of a pack, whether
 * the pack as a whole leaves no hole that a later push could fall into.
 *
 * @param database what was there before, and what is new
 * @throws GitError `bad-object` when something new can't be read
 */
export function findMissing(
  database: ObjectDatabase,
  starts: Iterable<ObjectId>,
  isNew: (id: ObjectId) => boolean,
): MissingObject | undefined {
  const search = new HoleSearch(database, isNew);
  for (const id of starts) {
    const missing = search.from(id);
    if (missing) return missing;
  }
  return undefined;
}

/** Which of some objects reach one that is missing, and one that each of them does. */
export function findHoles(
  database: ObjectDatabase,
  starts: Iterable<ObjectId>,
  isNew: (id: ObjectId) => boolean,
): Map<ObjectId, MissingObject> {
  const search = new HoleSearch(database, isNew);
  const holes = new Map<ObjectId, MissingObject>();
  for (const id of starts) {
    const hole = search.from(id);
    if (hole !== undefined) holes.set(id, hole);
  }
  return holes;
}

/**
 * All that is new and can be reached from some objects that {@link findMissing} found nothing missing from, and these
 * themselves where they are new.
 */
export function newObjects(
  database: ObjectDatabase,
  starts: Iterable<ObjectId>,
  isNew: (id: ObjectId) => boolean,
): Set<ObjectId> {
  const found = new Set<ObjectId>();
  const search = new HoleSearch(database, (id) => {
    if (!isNew(id)) return false;
    found.add(id);
    return true;
  });
  for (const id of starts) search.from(id);
  return found;
}

/** What is known of an object, in the two lower bits of its flags. */
const state = { unknown: 0, open: 1, whole: 2, broken: 3 } as const;
const stateBits = 3;
/** In the bits above, for an id that nothing is there for; else they hold the number of its type. */
const absent = 7;

/** A link to an object that should be of a type. */
interface Link {
  readonly to: number;
  readonly type: ObjectType;
}

/** A new object whose links are looked at one after another. */
interface Frame {
  readonly number: number;
  readonly links: readonly Link[];
  at: number;
}

/** Goes depth first through what is new, through each object once, however many it starts from. */
class HoleSearch {
  readonly #database: ObjectDatabase;
  readonly #isNew: (id: ObjectId) => boolean;
  readonly #table = new ObjectTable();
  readonly #holes = new Map<number, MissingObject>();
  /** The way from a start to where the search is: what it links to is known before it is. */
  readonly #path: Frame[] = [];

  constructor(database: ObjectDatabase, isNew: (id: ObjectId) => boolean) {
    this.#database = database;
    this.#isNew = isNew;
  }

  from(id: ObjectId): MissingObject | undefined {
    const start = this.#table.addId(id);
    if (this.#getType(start) === absent) return { id, type: undefined, from: undefined };
    this.#enter(start);
    for (let top = this.#path.at(-1); top !== undefined; top = this.#path.at(-1)) this.#step(top);
    return this.#holes.get(start);
  }

  #step(top: Frame): void {
    const link = top.links[top.at];
    if (link === undefined) {
      this.#setState(top.number, state.whole);
      this.#path.pop();
      return;
    }
    const { to, type } = link;
    if (this.#getType(to) !== objectTypes[type])
      this.#break(top, { id: this.#table.getId(to), type, from: this.#table.getId(top.number) });
    else if (this.#getState(to) === state.unknown) this.#enter(to);
    else if (this.#getState(to) === state.broken) this.#break(top, this.#holes.get(to));
    else top.at += 1;
  }

  #break({ number }: Frame, hole: MissingObject | undefined): void {
    this.#setState(number, state.broken);
    if (hole !== undefined) this.#holes.set(number, hole);
    this.#path.pop();
  }

  #enter(number: number): void {
    if (this.#getState(number) !== state.unknown) return;
    const id = this.#table.getId(number);
    const isFollowed = this.#isNew(id) && this.#getType(number) !== objectTypes.blob;
    const object = isFollowed ? this.#database.read(id) : undefined;
    this.#setState(number, object === undefined ? state.whole : state.open);
    if (object === undefined) return;
    const links: Link[] = [];
    forEachLink(this.#table, object.type, object.data, (to, type) => links.push({ to, type }));
    this.#path.push({ number, links, at: 0 });
  }

  /** The number of the type of an object, or {@link absent}. */
  #getType(number: number): number {
    const flags = this.#table.flags[number] ?? 0;
    if (flags > stateBits) return flags >> 2;
    const type = this.#database.getType(this.#table.getId(number));
    const code = type === undefined ? absent : objectTypes[type];
    this.#table.flags[number] = flags | (code << 2);
    return code;
  }

  #getState(number: number): number {
    return (this.#table.flags[number] ?? 0) & stateBits;
  }

  #setState(number: number, value: number): void {
    this.#table.flags[number] = ((this.#table.flags[number] ?? 0) & ~stateBits) | value;
  }
}
