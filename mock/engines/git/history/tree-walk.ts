import { GitError } from '../git-error.ts';
import type { ObjectDatabase } from '../object-database.ts';
import { TreeCursor } from '../objects/read-objects.ts';
import type { Steps } from '../pace.ts';
import type { ObjectFilter } from './filter.ts';
import type { ObjectTable } from './object-table.ts';

/** Flags of the objects of a walk, in its table. */
export const walkMarks = { sent: 1, assumed: 2, seen: 4 } as const;

/** The position of a tree. */
interface Place {
  /** Depth of the tree's entries. */
  readonly depth: number;
  readonly boundary: BoundaryTree | undefined;
  /** The tree at this path in the commit walked before. Entries that both have were visited there. */
  readonly before: Uint8Array | undefined;
}

/** A tree to visit. */
interface EnteredTree extends Place {
  readonly tree: number;
}

/**
 * Collects trees and everything below them, each once, in path order. Leaves out what the client is assumed to have.
 */
export class TreeWalk {
  /** Numbers of the objects to send. */
  readonly trees: number[] = [];
  readonly blobs: number[] = [];
  readonly #database: ObjectDatabase;
  readonly #table: ObjectTable;
  readonly #blobLimit: number | undefined;
  readonly #treeDepth: number;
  readonly #sendsTrees: boolean;
  readonly #sendsBlobs: boolean;
  /** With a depth: trees to visit level by level, so that each is visited once, at its least depth. */
  readonly #levels: EnteredTree[] | undefined;
  /** Without a depth: the trees on the current path of the walk. */
  readonly #path: (EnteredTree & { readonly cursor: TreeCursor })[] = [];
  /** The root tree visited last. */
  #root: Uint8Array | undefined;

  constructor(database: ObjectDatabase, table: ObjectTable, filter?: ObjectFilter) {
    this.#database = database;
    this.#table = table;
    this.#blobLimit = filter?.blobLimit;
    this.#treeDepth = filter?.treeDepth ?? Number.POSITIVE_INFINITY;
    this.#sendsTrees = filter?.types?.has('tree') ?? true;
    this.#sendsBlobs = (filter?.types?.has('blob') ?? true) && filter?.blobLimit !== 0;
    this.#levels = filter?.treeDepth === undefined ? undefined : [];
  }

  /** Collects a wanted tree: it is sent, and its entries have depth 0. Call it before `addRoot`. */
  *addWanted(tree: number): Steps<void> {
    this.#send(tree, this.trees);
    this.#enter(tree, { depth: 0, boundary: undefined, before: undefined });
    yield* this.#walkPath();
  }

  addWantedBlob(blob: number): void {
    this.#send(blob, this.blobs);
  }

  /** Collects the tree of a commit, alongside the same paths in commits that the client has. */
  *addRoot(tree: number, boundary: BoundaryTree | undefined): Steps<void> {
    this.#meetTree(tree, { depth: 0, boundary, before: this.#root });
    this.#root = this.#path[0]?.cursor.data ?? this.#root;
    yield* this.#walkPath();
  }

  /** Collects what remains once all trees are added. */
  *finish(): Steps<void> {
    const levels = this.#levels ?? [];
    for (let at = 0; at < levels.length; at += 1) {
      const entered = levels[at];
      if (!entered) continue;
      const cursor = this.#read(entered.tree);
      while (cursor.next()) this.#meet(cursor, entered);
      yield;
    }
    levels.length = 0;
  }

  *#walkPath(): Steps<void> {
    const path = this.#path;
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const length = path.length;
      while (path.length === length) {
        if (top.cursor.next()) this.#meet(top.cursor, top);
        else path.pop();
      }
      yield;
    }
  }

  #meet(cursor: TreeCursor, { depth, boundary, before }: EnteredTree): void {
    const { kind } = cursor;
    if (kind === 'commit' || (kind === 'blob' && !this.#sendsBlobs)) return;
    if (before !== undefined && cursor.matches('whole', before)) return;
    const number = this.#table.add(cursor.data, cursor.link);
    if (kind === 'blob') this.#meetBlob(number, depth);
    // Names are made only for trees that are entered.
    else if (!(this.#flags(number) & (walkMarks.assumed | walkMarks.seen))) {
      const known = before !== undefined && cursor.matches('named', before);
      const old = known ? this.#read(this.#table.add(before, cursor.link)).data : undefined;
      this.#meetTree(number, { depth, boundary: boundary?.child(cursor.name), before: old });
    }
  }

  #meetTree(tree: number, { depth, boundary, before }: Place): void {
    if (depth >= this.#treeDepth) return;
    const flags = this.#flags(tree);
    if (flags & walkMarks.assumed) return;
    if (this.#sendsTrees) this.#send(tree, this.trees);
    if (flags & walkMarks.seen || depth + 1 >= this.#treeDepth) return;
    if (this.#sendsTrees || this.#sendsBlobs) this.#enter(tree, { depth: depth + 1, boundary, before });
  }

  #enter(tree: number, place: Place): void {
    this.#mark(tree, walkMarks.seen);
    place.boundary?.open(this.#table, walkMarks.assumed, this.#read);
    if (this.#levels) this.#levels.push({ ...place, tree });
    else this.#path.push({ ...place, tree, cursor: this.#read(tree) });
  }

  #meetBlob(blob: number, depth: number): void {
    if (!this.#sendsBlobs || depth >= this.#treeDepth) return;
    if (this.#flags(blob) & (walkMarks.assumed | walkMarks.sent | walkMarks.seen)) return;
    if (this.#isTooLarge(blob)) this.#mark(blob, walkMarks.seen);
    else this.#send(blob, this.blobs);
  }

  #isTooLarge(blob: number): boolean {
    if (this.#blobLimit === undefined) return false;
    if (this.#blobLimit === 0) return true;
    return (this.#database.getSize(this.#table.getId(blob)) ?? 0) >= this.#blobLimit;
  }

  readonly #read = (tree: number): TreeCursor => {
    const id = this.#table.getId(tree);
    const object = this.#database.read(id);
    if (object?.type !== 'tree') throw new GitError('missing-object', `missing tree ${id}`);
    return new TreeCursor(object.data);
  };

  #send(number: number, list: number[]): void {
    if (this.#flags(number) & walkMarks.sent) return;
    this.#mark(number, walkMarks.sent);
    list.push(number);
  }

  #flags(number: number): number {
    return this.#table.flags[number] ?? 0;
  }

  #mark(number: number, mark: number): void {
    this.#table.flags[number] = this.#flags(number) | mark;
  }
}

/**
 * A path in the trees of the client's commits. It is opened when a tree to send has the same path, and marks its
 * entries as known. So only changed paths are visited.
 */
export class BoundaryTree {
  readonly #trees = new Set<number>();
  #children: Map<string, BoundaryTree> | undefined;

  /** Adds a tree that stands at this path. */
  add(tree: number): void {
    this.#trees.add(tree);
  }

  /** The entry at a path below this one, which is opened on demand. */
  child(name: string): BoundaryTree | undefined {
    return this.#children?.get(name);
  }

  /** Sets the flag on all entries of the trees at this path. */
  open(table: ObjectTable, mark: number, read: (tree: number) => TreeCursor): void {
    if (this.#children) return;
    this.#children = new Map();
    for (const tree of this.#trees) {
      const cursor = read(tree);
      while (cursor.next()) {
        if (cursor.kind === 'commit') continue;
        const number = table.add(cursor.data, cursor.link);
        table.flags[number] = (table.flags[number] ?? 0) | mark;
        if (cursor.kind === 'tree') this.#below(cursor.name).add(number);
      }
    }
  }

  #below(name: string): BoundaryTree {
    const known = this.#children?.get(name);
    if (known) return known;
    const child = new BoundaryTree();
    this.#children?.set(name, child);
    return child;
  }
}
