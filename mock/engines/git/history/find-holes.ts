import type { ObjectDatabase } from '../object-database.ts';
import type { ObjectId, ObjectType } from '../object-id.ts';
import { readCommit, readTag, TreeCursor } from '../objects/read-objects.ts';
import type { MissingObject } from './connectivity.ts';
import { ObjectTable } from './object-table.ts';

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
