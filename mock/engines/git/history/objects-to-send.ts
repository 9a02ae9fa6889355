import { GitError } from '../git-error.ts';
import type { ObjectId, ObjectType } from '../object-id.ts';
import { finish, Pace, type Steps } from '../pace.ts';
import type { CommitGraph } from './commit-graph.ts';
import type { ObjectFilter } from './filter.ts';
import { ObjectTable } from './object-table.ts';
import { selectCommitsInSteps } from './select-commits.ts';
import { BoundaryTree, TreeWalk, walkMarks } from './tree-walk.ts';

/** What a client wants and has. */
export interface SendRequest {
  readonly wants: readonly ObjectId[];
  /** Objects that the client has, with all they reach. Unknown ones are ignored. */
  readonly haves?: readonly ObjectId[] | undefined;
  /** Commits whose parents are ignored, because the client doesn't have them or won't get them. */
  readonly cut?: Iterable<ObjectId> | undefined;
  readonly filter?: ObjectFilter | undefined;
  /** Annotated tags to send if their target is sent. */
  readonly includeTags?: Iterable<ObjectId> | undefined;
}

/** Wants or haves, by the objects they peel to. */
interface Named {
  readonly commits: number[];
  readonly trees: ObjectId[];
  readonly blobs: ObjectId[];
  readonly tags: ObjectId[];
}

/**
 * The objects that a client lacks to have all that its wants reach. It has all that its haves reach.
 *
 * @throws GitError `missing-object` for a want that does not exist
 */
export const objectsToSend = (graph: CommitGraph, request: SendRequest): SendList =>
  finish(objectsToSendInSteps(graph, request));

/** Does the same in steps. */
function* objectsToSendInSteps(graph: CommitGraph, request: SendRequest): Steps<SendList> {
  const { filter } = request;
  const table = new ObjectTable();
  const mark = (number: number, flag: number) => {
    const before = table.flags[number] ?? 0;
    table.flags[number] = before | flag;
    return (before & flag) === 0;
  };
  const wanted = sortNames(graph, request.wants, true);
  const theirs = sortNames(graph, request.haves ?? [], false);
  const cut = new Set([...(request.cut ?? [])].flatMap((id) => graph.find(id) ?? []));
  const selection = { from: wanted.commits, without: theirs.commits, cut };
  const { commits, boundary } = yield* selectCommitsInSteps(graph, selection);

  const explicit = new Set(request.wants);
  const isSent = (type: 'commit' | 'tag', id: () => ObjectId) =>
    !filter?.types || filter.types.has(type) || explicit.has(id());
  const walk = new TreeWalk(graph.database, table, filter);
  const commitNumbers: number[] = [];
  for (const commit of commits) {
    if (!isSent('commit', () => graph.getId(commit))) continue;
    const number = table.addFrom(graph.commits, commit);
    mark(number, walkMarks.sent);
    commitNumbers.push(number);
  }
  const tagNumbers: number[] = [];
  const sendTag = (id: ObjectId) => {
    const number = table.addId(id);
    if ((table.flags[number] ?? 0) & walkMarks.assumed) return;
    if (mark(number, walkMarks.sent)) tagNumbers.push(number);
  };
  for (const id of theirs.tags) mark(table.addId(id), walkMarks.assumed);
  for (const id of wanted.tags) if (isSent('tag', () => id)) sendTag(id);
  for (const id of wanted.trees) yield* walk.addWanted(table.addId(id));
  for (const id of wanted.blobs) walk.addWantedBlob(table.addId(id));

  const known = cut.size > 0 ? new Set([...boundary, ...theirs.commits]) : boundary;
  const root = boundaryRoot(graph, table, known, theirs);
  for (const commit of commits) yield* walk.addRoot(table.addFrom(graph.trees, graph.getTree(commit)), root);
  yield* walk.finish();

  for (const id of request.includeTags ?? []) {
    const peeled = graph.peel(id);
    const target = peeled ? table.find(peeled.id) : -1;
    if (target === -1 || !((table.flags[target] ?? 0) & walkMarks.sent)) continue;
    for (const tag of peeled?.tags ?? []) sendTag(tag);
  }
  return new SendList(table, { commit: commitNumbers, tag: tagNumbers, tree: walk.trees, blob: walk.blobs });
}

/** Marks the client's objects at the boundary of what it is sent; returns the trees of that boundary. */
function boundaryRoot(
  graph: CommitGraph,
  table: ObjectTable,
  commits: Iterable<number>,
  { trees, blobs }: Named,
): BoundaryTree | undefined {
  const assume = (number: number) => {
    table.flags[number] = (table.flags[number] ?? 0) | walkMarks.assumed;
    return number;
  };
  const root = new BoundaryTree();
  let isEmpty = true;
  for (const commit of commits) {
    assume(table.addFrom(graph.commits, commit));
    root.add(assume(table.addFrom(graph.trees, graph.getTree(commit))));
    isEmpty = false;
  }
  for (const id of [...trees, ...blobs]) assume(table.addId(id));
  return isEmpty ? undefined : root;
}

function sortNames(graph: CommitGraph, ids: readonly ObjectId[], must: boolean): Named {
  const named: Named = { commits: [], trees: [], blobs: [], tags: [] };
  for (const id of new Set(ids)) {
    const peeled = graph.peel(id);
    if (!peeled) {
      if (must) throw new GitError('missing-object', `upload-pack: not our ref ${id}`);
      continue;
    }
    named.tags.push(...peeled.tags);
    const commit = peeled.type === 'commit' ? graph.find(peeled.id) : undefined;
    if (commit !== undefined) named.commits.push(commit);
    else (peeled.type === 'tree' ? named.trees : named.blobs).push(peeled.id);
  }
  return named;
}

/** Numbers of objects in a table, by type, in the order to send. */
interface SendNumbers {
  readonly commit: readonly number[];
  readonly tag: readonly number[];
  readonly tree: readonly number[];
  readonly blob: readonly number[];
}

/**
 * The objects to send: commits from newest to oldest, then tags, trees and blobs as the walk meets them from the newest
 * commit on. A few bytes for each object; ids are lazy.
 */
class SendList {
  /** Number of objects of each type. */
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

  /** The id of the object at a position, from 0 on. */
  idAt(place: number): ObjectId {
    const number = this.#order[place];
    if (number === undefined) throw new RangeError(`no object to send at position ${place}`);
    return this.#table.getId(number);
  }

  /** Writes the 20 bytes of the id at a position. */
  putIdAt(place: number, into: Uint8Array, offset: number): void {
    this.#table.putId(this.#order[place] ?? -1, into, offset);
  }

  *ids(): Generator<ObjectId, void, undefined> {
    for (const number of this.#order) yield this.#table.getId(number);
  }

  /** Whether an object is sent. */
  has(id: ObjectId): boolean {
    return this.#isMarked(id, walkMarks.sent);
  }

  /**
   * Whether the client is known to have an object, so that a thin pack may have deltas against it. Some of its objects
   * may be unknown.
   */
  isAssumed(id: ObjectId): boolean {
    return this.#isMarked(id, walkMarks.assumed);
  }

  #isMarked(id: ObjectId, mark: number): boolean {
    const number = this.#table.find(id);
    return number !== -1 && ((this.#table.flags[number] ?? 0) & mark) !== 0;
  }
}

/** Number of lists to cache, and the object count from which caching pays. */
const kept = 4;

const worthKeeping = 500;

/** Caches what clones are sent, so that only the first needs a walk. */
export class SendCache {
  readonly graph: CommitGraph;
  readonly #lists = new Map<string, SendList>();
  /** Lists in progress, shared by all waiters. */
  readonly #making = new Map<string, Promise<SendList>>();

  constructor(graph: CommitGraph) {
    this.graph = graph;
  }

  /** The objects to send, as `objectsToSend` finds them. Always computed anew for a client with haves. */
  send(request: SendRequest): SendList {
    if (request.haves?.length) return objectsToSend(this.graph, request);
    const key = getKey(request);
    return this.#keep(key, this.#lists.get(key) ?? objectsToSend(this.graph, request));
  }

  /**
   * The same, but yields to other work. Concurrent requests for the same list share one walk.
   *
   * @param signal stops a walk that no other request waits for
   */
  async prepare(request: SendRequest, signal?: AbortSignal): Promise<SendList> {
    const make = (stop?: AbortSignal) => paced(objectsToSendInSteps(this.graph, request), stop);
    if (request.haves?.length) return make(signal);
    const key = getKey(request);
    const known = this.#lists.get(key);
    if (known) return this.#keep(key, known);
    let making = this.#making.get(key);
    if (making === undefined) {
      making = make().finally(() => this.#making.delete(key));
      this.#making.set(key, making);
    }
    return this.#keep(key, await making);
  }

  /** Forgets all lists: attached data such as positions in packs is invalid once a new pack arrives. */
  forget(): void {
    this.#lists.clear();
  }

  #keep(key: string, list: SendList): SendList {
    if (list.size < worthKeeping) return list;
    this.#lists.delete(key);
    this.#lists.set(key, list);
    for (const oldest of [...this.#lists.keys()].slice(0, -kept)) this.#lists.delete(oldest);
    return list;
  }
}

async function paced<Result>(steps: Steps<Result>, signal: AbortSignal | undefined): Promise<Result> {
  const pace = new Pace();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (!pace.due()) continue;
    await pace.rest();
    signal?.throwIfAborted();
  }
}

function getKey({ wants, cut, filter, includeTags }: SendRequest): string {
  const { blobLimit, treeDepth, types } = filter ?? {};
  const without = [blobLimit, treeDepth, types && [...types].sort().join()].join();
  return [names(wants), names(cut), names(includeTags), without].join(' ');
}

function names(ids: Iterable<ObjectId> = []): string {
  return [...new Set(ids)].sort().join();
}
