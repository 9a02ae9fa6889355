import { GitError } from '../git-error.ts';
import type { ObjectId } from '../object-id.ts';
import { BoundaryTree } from './boundary-tree.ts';
import type { CommitGraph } from './commit-graph.ts';
import type { ObjectFilter } from './filter.ts';
import { ObjectTable } from './object-table.ts';
import { selectCommitsInSteps } from './select-commits.ts';
import { SendList } from './send-list.ts';
import { finish, type Steps } from './steps.ts';
import { TreeWalk, walkMarks } from './tree-walk.ts';

/** What a client asks for, and what it has. */
export interface SendRequest {
  readonly wants: readonly ObjectId[];
  /** What the client has, with all that it reaches; what is not known here is passed over. */
  readonly haves?: readonly ObjectId[] | undefined;
  /** Commits whose parents don't count, for the client doesn't have them or isn't to get them. */
  readonly cut?: Iterable<ObjectId> | undefined;
  readonly filter?: ObjectFilter | undefined;
  /** Annotated tags to send if what they stand for is sent. */
  readonly includeTags?: Iterable<ObjectId> | undefined;
}

/** Wants or haves, by what they stand for. */
interface Named {
  readonly commits: number[];
  readonly trees: ObjectId[];
  readonly blobs: ObjectId[];
  readonly tags: ObjectId[];
}

/**
 * Which objects a client needs to have all that its wants reach, for it has all that its haves reach.
 *
 * @throws GitError `missing-object` for a want that is not there
 */
export const objectsToSend = (graph: CommitGraph, request: SendRequest): SendList =>
  finish(objectsToSendInSteps(graph, request));

/** Does the same in steps. */
export function* objectsToSendInSteps(graph: CommitGraph, request: SendRequest): Steps<SendList> {
  const { filter } = request;
  const table = new ObjectTable();
  const mark = (number: number, flag: number) => {
    const before = table.flags[number] ?? 0;
    table.flags[number] = before | flag;
    return (before & flag) === 0;
  };
  const wanted = sortNames(graph, request.wants, true);
  const had = sortNames(graph, request.haves ?? [], false);
  const cut = new Set([...(request.cut ?? [])].flatMap((id) => graph.find(id) ?? []));
  const selection = { from: wanted.commits, without: had.commits, cut };
  const { commits, boundary } = yield* selectCommitsInSteps(graph, selection);

  const explicit = new Set(request.wants);
  const isSent = (type: 'commit' | 'tag', id: () => ObjectId) =>
    !filter?.types || filter.types.has(type) || explicit.has(id());
  const walk = new TreeWalk(graph.database, table, filter);
  const commitNumbers: number[] = [];
  for (const commit of commits) {
    if (!isSent('commit', () => graph.idOf(commit))) continue;
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
  for (const id of had.tags) mark(table.addId(id), walkMarks.assumed);
  for (const id of wanted.tags) if (isSent('tag', () => id)) sendTag(id);
  for (const id of wanted.trees) yield* walk.addWanted(table.addId(id));
  for (const id of wanted.blobs) walk.addWantedBlob(table.addId(id));

  const known = cut.size > 0 ? new Set([...boundary, ...had.commits]) : boundary;
  const root = boundaryRoot(graph, table, known, had);
  for (const commit of commits) yield* walk.addRoot(table.addFrom(graph.trees, graph.treeOf(commit)), root);
  yield* walk.finish();

  for (const id of request.includeTags ?? []) {
    const peeled = graph.peel(id);
    const target = peeled ? table.find(peeled.id) : -1;
    if (target === -1 || !((table.flags[target] ?? 0) & walkMarks.sent)) continue;
    for (const tag of peeled?.tags ?? []) sendTag(tag);
  }
  return new SendList(table, { commit: commitNumbers, tag: tagNumbers, tree: walk.trees, blob: walk.blobs });
}

/** Marks what the client has at the edge of what it is sent, and gives the trees of that edge. */
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
    root.add(assume(table.addFrom(graph.trees, graph.treeOf(commit))));
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
