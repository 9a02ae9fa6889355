import { GitError } from '../git-error.ts';
import type { ObjectDatabase } from '../object-database.ts';
import type { ObjectId, ObjectType } from '../object-id.ts';
import { readCommit, readTag, type TagTarget } from '../objects/read-objects.ts';
import { ObjectTable } from './object-table.ts';

const loaded = 1;

/** The object that a name peels to, and the tags that were peeled. */
interface Peeled {
  readonly id: ObjectId;
  readonly type: Exclude<ObjectType, 'tag'>;
  /** From the outermost to the innermost tag. */
  readonly tags: readonly ObjectId[];
}

/**
 * The commits of a repository by number: their parents, trees and dates. Each is read once and then kept in about
 * eighty bytes. Commits never change, so new packs invalidate nothing.
 */
export class CommitGraph {
  readonly database: ObjectDatabase;
  /** Commit ids. */
  readonly commits = new ObjectTable();
  /** Tree ids. */
  readonly trees = new ObjectTable();
  #dates = new Float64Array(64);
  #getTree = new Int32Array(64);
  #parentsFrom = new Int32Array(64);
  #parentsTo = new Int32Array(64);
  readonly #parents: number[] = [];
  readonly #tags = new Map<ObjectId, TagTarget>();
  readonly #shallow: ReadonlySet<ObjectId>;

  /** @param shallow commits whose parents are missing and ignored */
  constructor(database: ObjectDatabase, shallow: Iterable<ObjectId> = []) {
    this.database = database;
    this.#shallow = new Set(shallow);
  }

  /** Whether the repository has shallow commits. */
  get isCut(): boolean {
    return this.#shallow.size > 0;
  }

  /** Whether a commit is shallow: its parents are elsewhere. */
  isShallow(commit: number): boolean {
    return this.#shallow.size > 0 && this.#shallow.has(this.commits.getId(commit));
  }

  /** Number of an existing commit; nothing for an unknown id or another type. */
  find(id: ObjectId): number | undefined {
    const known = this.commits.find(id);
    if (known !== -1 && this.#isLoaded(known)) return known;
    if (this.database.getType(id) !== 'commit') return undefined;
    return this.#load(this.commits.addId(id));
  }

  getId(commit: number): ObjectId {
    return this.commits.getId(commit);
  }

  /** Commit date, in seconds since 1970. */
  getDate(commit: number): number {
    return this.#dates[this.#load(commit)] ?? 0;
  }

  /** Number of its tree in `trees`. */
  getTree(commit: number): number {
    return this.#getTree[this.#load(commit)] ?? 0;
  }

  /** @throws GitError `missing-object` when the commit does not exist */
  getParents(commit: number): readonly number[] {
    this.#load(commit);
    const from = this.#parentsFrom[commit] ?? 0;
    const to = this.#parentsTo[commit] ?? 0;
    return from === to ? none : this.#parents.slice(from, to);
  }

  /** Peels tags off an object; nothing if it, or what it peels to, does not exist. */
  peel(id: ObjectId): Peeled | undefined {
    const tags: ObjectId[] = [];
    let at = id;
    for (;;) {
      const type = this.#tags.has(at) ? 'tag' : this.#getType(at);
      if (type === undefined) return undefined;
      if (type !== 'tag') return { id: at, type, tags };
      tags.push(at);
      at = this.#getTarget(at).id;
    }
  }

  #getType(id: ObjectId): ObjectType | undefined {
    const known = this.commits.find(id);
    return known !== -1 && this.#isLoaded(known) ? 'commit' : this.database.getType(id);
  }

  #getTarget(tag: ObjectId): TagTarget {
    const known = this.#tags.get(tag);
    if (known) return known;
    const object = this.database.read(tag);
    if (object?.type !== 'tag') throw new GitError('missing-object', `missing tag ${tag}`);
    const target = readTag(object.data);
    this.#tags.set(tag, target);
    return target;
  }

  #isLoaded(commit: number): boolean {
    return ((this.commits.flags[commit] ?? 0) & loaded) !== 0;
  }

  #load(commit: number): number {
    if (this.#isLoaded(commit)) return commit;
    const id = this.commits.getId(commit);
    const object = this.database.read(id);
    if (object?.type !== 'commit') throw new GitError('missing-object', `missing commit ${id}`);
    const { tree, parents, date } = readCommit(object.data);
    if (commit >= this.#dates.length) this.#grow(commit);
    this.#dates[commit] = date;
    this.#getTree[commit] = this.trees.addDigits(object.data, tree);
    this.#parentsFrom[commit] = this.#parents.length;
    if (!this.isShallow(commit))
      for (const at of parents) this.#parents.push(this.commits.addDigits(object.data, at));
    this.#parentsTo[commit] = this.#parents.length;
    this.commits.flags[commit] = loaded;
    return commit;
  }

  #grow(commit: number): void {
    const capacity = Math.max(commit + 1, this.#dates.length * 2);
    this.#dates = grown(this.#dates, new Float64Array(capacity));
    this.#getTree = grown(this.#getTree, new Int32Array(capacity));
    this.#parentsFrom = grown(this.#parentsFrom, new Int32Array(capacity));
    this.#parentsTo = grown(this.#parentsTo, new Int32Array(capacity));
  }
}

const none: readonly number[] = [];

function grown<T extends Float64Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** One byte of flags for each commit, by number. The graph may grow while flags are set. */
export class CommitMarks {
  #bytes = new Uint8Array(256);

  of(commit: number): number {
    return this.#bytes[commit] ?? 0;
  }

  add(commit: number, marks: number): void {
    if (commit >= this.#bytes.length) {
      const bytes = new Uint8Array(Math.max(commit + 1, this.#bytes.length * 2));
      bytes.set(this.#bytes);
      this.#bytes = bytes;
    }
    this.#bytes[commit] = this.of(commit) | marks;
  }

  remove(commit: number, marks: number): void {
    if (commit < this.#bytes.length) this.#bytes[commit] = this.of(commit) & ~marks;
  }
}

/** A queue of commits, the newest first; equal dates in insertion order. A binary heap. */
export class CommitQueue {
  readonly #graph: CommitGraph;
  readonly #commits: number[] = [];
  readonly #dates: number[] = [];
  readonly #turns: number[] = [];
  #turn = 0;

  constructor(graph: CommitGraph) {
    this.#graph = graph;
  }

  get size(): number {
    return this.#commits.length;
  }

  /** Date of the newest; negative infinity if empty. */
  get newest(): number {
    return this.#dates[0] ?? Number.NEGATIVE_INFINITY;
  }

  add(commit: number): void {
    let at = this.#commits.length;
    const date = this.#graph.getDate(commit);
    const turn = this.#turn;
    this.#turn += 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!this.#isLater(above, date, turn)) break;
      this.#move(above, at);
      at = above;
    }
    this.#put(at, commit, date, turn);
  }

  take(): number | undefined {
    const first = this.#commits[0];
    const commit = this.#commits.pop();
    const date = this.#dates.pop();
    const turn = this.#turns.pop();
    if (commit === undefined || date === undefined || turn === undefined) return undefined;
    const size = this.#commits.length;
    if (size === 0) return commit;
    let at = 0;
    for (;;) {
      let below = at * 2 + 1;
      if (below >= size) break;
      if (below + 1 < size && this.#isLater(below, this.#date(below + 1), this.#turns[below + 1] ?? 0)) {
        below += 1;
      }
      if (this.#isLater(below, date, turn)) break;
      this.#move(below, at);
      at = below;
    }
    this.#put(at, commit, date, turn);
    return first;
  }

  /** Whether the entry at one position comes after the other. */
  #isLater(place: number, date: number, turn: number): boolean {
    const own = this.#date(place);
    return own < date || (own === date && (this.#turns[place] ?? 0) > turn);
  }

  #date(place: number): number {
    return this.#dates[place] ?? 0;
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#commits[from] ?? 0, this.#date(from), this.#turns[from] ?? 0);
  }

  #put(place: number, commit: number, date: number, turn: number): void {
    this.#commits[place] = commit;
    this.#dates[place] = date;
    this.#turns[place] = turn;
  }
}
