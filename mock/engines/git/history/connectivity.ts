import type { ObjectDatabase } from '../object-database.ts';
import { type ObjectId, type ObjectType, objectTypes } from '../object-id.ts';
import { readCommit, readTag, TreeCursor } from '../objects/read-objects.ts';
import { ObjectTable } from './object-table.ts';

/** A link to a missing object, or to one of another type. */
export interface MissingObject {
  readonly id: ObjectId;
  /** The expected type; unknown for a start object. */
  readonly type: ObjectType | undefined;
  /** The object with the link; nothing for a start object. */
  readonly from: ObjectId | undefined;
}

/**
 * Reports each link of an object: its number in a table, and the expected type. A submodule's commit is in another
 * repository, so trees have no links to those.
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
 * Finds the first missing object, from some objects through all new ones. An older object is checked for existence
 * only, since it was connected when it arrived.
 *
 * Started from the new values of refs, it says whether the refs may be set. Started from all ids of a pack, it says
 * whether the pack leaves a hole that a later push could fall into.
 *
 * @param database the older objects and the new ones
 * @throws GitError `bad-object` when a new object can't be read
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

/** The objects that reach a missing one, each with one that it reaches. */
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
 * All new objects that some objects reach, and these objects themselves if they are new. {@link findMissing} must have
 * found nothing missing from them.
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

/** State of an object, in the two lower bits of its flags. */
const state = { unknown: 0, open: 1, whole: 2, broken: 3 } as const;
const stateBits = 3;
/** In the bits above, for an id without an object; otherwise those bits hold the type number. */
const absent = 7;

/** A link, with the expected type. */
interface Link {
  readonly to: number;
  readonly type: ObjectType;
}

/** A new object whose links are visited one after another. */
interface Frame {
  readonly number: number;
  readonly links: readonly Link[];
  at: number;
}

/** Walks new objects depth first, visiting each once regardless of the number of starts. */
class HoleSearch {
  readonly #database: ObjectDatabase;
  readonly #isNew: (id: ObjectId) => boolean;
  readonly #table = new ObjectTable();
  readonly #holes = new Map<number, MissingObject>();
  /** The path from a start to the current object. An object's links are settled before the object itself. */
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

  /** The type number of an object, or {@link absent}. */
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
