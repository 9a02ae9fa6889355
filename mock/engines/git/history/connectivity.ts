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

/** What is in the flags of an id that nothing is there for; else it is the number of its type. */
const absent = 7;

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
  const check = new Check(database, isNew);
  for (const id of starts) {
    const missing = check.start(id);
    if (missing) return missing;
  }
  return undefined;
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
  const check = new Check(database, (id) => {
    if (!isNew(id)) return false;
    found.add(id);
    return true;
  });
  for (const id of starts) check.start(id);
  return found;
}

class Check {
  readonly #database: ObjectDatabase;
  readonly #isNew: (id: ObjectId) => boolean;
  readonly #table = new ObjectTable();
  readonly #pending: number[] = [];

  constructor(database: ObjectDatabase, isNew: (id: ObjectId) => boolean) {
    this.#database = database;
    this.#isNew = isNew;
  }

  start(id: ObjectId): MissingObject | undefined {
    if (this.#typeOf(this.#table.addId(id)) === absent) return { id, type: undefined, from: undefined };
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) {
      const missing = this.#follow(next);
      if (missing) return missing;
    }
    return undefined;
  }

  /** Looks at the links of a new object. */
  #follow(number: number): MissingObject | undefined {
    const from = this.#table.idOf(number);
    const object = this.#database.read(from);
    if (!object) return { id: from, type: undefined, from: undefined };
    const { type, data } = object;
    const link = (to: number, expected: ObjectType): MissingObject | undefined =>
      this.#typeOf(to) === objectTypes[expected]
        ? undefined
        : { id: this.#table.idOf(to), type: expected, from };
    if (type === 'commit') {
      const { tree, parents } = readCommit(data);
      let missing = link(this.#table.addDigits(data, tree), 'tree');
      for (const at of parents) missing ??= link(this.#table.addDigits(data, at), 'commit');
      return missing;
    }
    if (type === 'tag') {
      const target = readTag(data);
      return link(this.#table.addId(target.id), target.type);
    }
    const cursor = new TreeCursor(data);
    while (type === 'tree' && cursor.next()) {
      // The commit of a submodule is in another repository.
      if (cursor.kind === 'commit') continue;
      const missing = link(this.#table.add(data, cursor.link), cursor.kind);
      if (missing) return missing;
    }
    return undefined;
  }

  /** Number of the type of an object; one that is met for the first time and is new will be followed. */
  #typeOf(number: number): number {
    const known = this.#table.flags[number] ?? 0;
    if (known !== 0) return known;
    const id = this.#table.idOf(number);
    const type = this.#database.typeOf(id);
    const code = type === undefined ? absent : objectTypes[type];
    this.#table.flags[number] = code;
    if (type !== undefined && this.#isNew(id) && type !== 'blob') this.#pending.push(number);
    return code;
  }
}

/** What is known of an object, in the flags of its number. */
const state = { unknown: 0, open: 1, whole: 2, broken: 3 } as const;

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

/**
 * Which of some objects reach one that is missing, and one that each of them does. As `findMissing`, but it goes on
 * after the first, and through each object once, however many it starts from.
 *
 * @param database what was there before, and what is new
 * @throws GitError `bad-object` when something new can't be read
 */
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
    if (!this.#database.has(id)) return { id, type: undefined, from: undefined };
    this.#enter(start);
    for (let top = this.#path.at(-1); top !== undefined; top = this.#path.at(-1)) this.#step(top);
    return this.#holes.get(start);
  }

  #step(top: Frame): void {
    const link = top.links[top.at];
    if (link === undefined) {
      this.#table.flags[top.number] = state.whole;
      this.#path.pop();
      return;
    }
    const id = this.#table.idOf(link.to);
    const known = this.#table.flags[link.to] ?? 0;
    if (this.#database.typeOf(id) !== link.type)
      this.#break(top, { id, type: link.type, from: this.#table.idOf(top.number) });
    else if (known === state.unknown && link.type !== 'blob') this.#enter(link.to);
    else if (known === state.broken) this.#break(top, this.#holes.get(link.to));
    else top.at += 1;
  }

  #break({ number }: Frame, hole: MissingObject | undefined): void {
    this.#table.flags[number] = state.broken;
    if (hole !== undefined) this.#holes.set(number, hole);
    this.#path.pop();
  }

  #enter(number: number): void {
    if (this.#table.flags[number] !== state.unknown) return;
    const id = this.#table.idOf(number);
    const object = this.#isNew(id) ? this.#database.read(id) : undefined;
    this.#table.flags[number] = object === undefined ? state.whole : state.open;
    if (object !== undefined)
      this.#path.push({ number, links: this.#linksOf(object.type, object.data), at: 0 });
  }

  #linksOf(type: ObjectType, data: Uint8Array): Link[] {
    const table = this.#table;
    if (type === 'commit') {
      const { tree, parents } = readCommit(data);
      const commits = parents.map((at): Link => ({ to: table.addDigits(data, at), type: 'commit' }));
      return [{ to: table.addDigits(data, tree), type: 'tree' }, ...commits];
    }
    if (type === 'tag') {
      const target = readTag(data);
      return [{ to: table.addId(target.id), type: target.type }];
    }
    const links: Link[] = [];
    const cursor = new TreeCursor(data);
    while (type === 'tree' && cursor.next()) {
      // The commit of a submodule is in another repository.
      if (cursor.kind !== 'commit') links.push({ to: table.add(data, cursor.link), type: cursor.kind });
    }
    return links;
  }
}
