import { GitError } from '../git-error.ts';
import type { ObjectId } from '../object-id.ts';
import type { CommitGraph } from './commit-graph.ts';
import { selectCommits } from './select-commits.ts';

/** The depth that means no limit. */
export const infiniteDepth = 0x7fff_ffff;

/** The depth that a client requests, and its current shallow commits. */
export interface DepthRequest {
  readonly wants: readonly ObjectId[];
  /** Commits whose parents the client doesn't have. */
  readonly shallow: readonly ObjectId[];
  /** Commits on each path from a want, or with `isRelative` beyond the current boundary. */
  readonly depth?: number | undefined;
  readonly isRelative?: boolean | undefined;
  /** Seconds since 1970: excludes commits before this date. */
  readonly since?: number | undefined;
  /** Excludes all that these reach. */
  readonly not?: readonly ObjectId[] | undefined;
}

/** The client's shallow boundary after the fetch. */
export interface DepthPlan {
  /** Commits that the client must record as shallow, and those that are no longer shallow. */
  readonly shallow: readonly ObjectId[];
  readonly unshallow: readonly ObjectId[];
  /** Commits whose parents are ignored when the objects to send are determined. */
  readonly cut: readonly ObjectId[];
  /** Extra wants: the parents of commits that are no longer shallow. */
  readonly wants: readonly ObjectId[];
}

/**
 * Determines how a client's shallow boundary changes. Without a depth it stays as it is, except that it always includes
 * the repository's own boundary.
 *
 * @throws GitError `bad-packet` when a shallow id is not a commit, or a date or ref leaves nothing to send
 */
export function planDepth(graph: CommitGraph, request: DepthRequest): DepthPlan {
  const client = new Set<number>();
  for (const id of request.shallow) {
    const commit = graph.find(id);
    if (commit !== undefined) client.add(commit);
    else if (graph.database.has(id)) throw new GitError('bad-packet', `invalid shallow object ${id}`);
  }
  const { ends, inside } = findEnds(graph, request, client);
  const all = graph.isCut ? ends.union(ownEnds(graph, request, client, ends)) : ends;
  const shallow = [...all].filter((commit) => !client.has(commit));
  const unshallow = [...client].filter((commit) => inside.has(commit) && !graph.isShallow(commit));
  const name = (commit: number) => graph.getId(commit);
  return {
    shallow: shallow.map(name),
    unshallow: unshallow.map(name),
    // The client has nothing behind its old boundary yet, so its haves still stop there.
    cut: [...client, ...shallow].map(name),
    wants: [...new Set(unshallow.flatMap((commit) => graph.getParents(commit)))].map(name),
  };
}

interface Ends {
  /** Commits that are sent and whose parents are not. */
  readonly ends: ReadonlySet<number>;
  /** Commits that are sent with their parents. */
  readonly inside: ReadonlySet<number>;
}

function findEnds(graph: CommitGraph, request: DepthRequest, client: ReadonlySet<number>): Ends {
  const { depth, isRelative, since, not } = request;
  const wants = getCommits(graph, request.wants);
  if (since !== undefined || not?.length) return endsOfSelection(graph, wants, since, not ?? []);
  if (depth === undefined) return { ends: new Set(), inside: new Set() };
  // A client that requests the full depth has no boundary, whatever it wants.
  if (depth >= infiniteDepth) return { ends: new Set(), inside: client };
  return isRelative ? endsAtDepth(graph, client, depth + 1) : endsAtDepth(graph, wants, depth);
}

/** The repository's own boundary, within what a client is sent. */
function ownEnds(
  graph: CommitGraph,
  { wants, depth, since, not }: DepthRequest,
  client: ReadonlySet<number>,
  ends: ReadonlySet<number>,
): Set<number> {
  // Without a depth, the client is sent nothing behind its current boundary.
  const stays = depth === undefined && since === undefined && !not?.length;
  const found = new Set<number>();
  const met = new Set<number>();
  const pending = getCommits(graph, wants);
  for (let commit = pending.pop(); commit !== undefined; commit = pending.pop()) {
    if (met.has(commit) || ends.has(commit) || (stays && client.has(commit))) continue;
    met.add(commit);
    if (graph.isShallow(commit)) found.add(commit);
    pending.push(...graph.getParents(commit));
  }
  return found;
}

/** Goes level by level, so that each commit is visited at its least depth. */
function endsAtDepth(graph: CommitGraph, from: Iterable<number>, depth: number): Ends {
  const inside = new Set<number>();
  let level = new Set(from);
  for (let at = 1; at < depth && level.size > 0; at += 1) {
    const next = new Set<number>();
    for (const commit of level) inside.add(commit);
    for (const commit of level) {
      for (const parent of graph.getParents(commit)) if (!inside.has(parent)) next.add(parent);
    }
    level = next;
  }
  return { ends: level, inside };
}

function endsOfSelection(
  graph: CommitGraph,
  from: readonly number[],
  since: number | undefined,
  not: readonly ObjectId[],
): Ends {
  const without = getCommits(graph, not);
  const { commits } = selectCommits(graph, { from, without, since, cut: new Set() });
  if (commits.length === 0) throw new GitError('bad-packet', 'no commits selected for shallow requests');
  const selected = new Set(commits);
  const ends = new Set(
    commits.filter((commit) => graph.getParents(commit).some((parent) => !selected.has(parent))),
  );
  return { ends, inside: selected.difference(ends) };
}

function getCommits(graph: CommitGraph, ids: readonly ObjectId[]): number[] {
  return ids.flatMap((id) => {
    const peeled = graph.peel(id);
    return peeled?.type === 'commit' ? (graph.find(peeled.id) ?? []) : [];
  });
}
