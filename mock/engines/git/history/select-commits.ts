import { finish, type Steps } from '../pace.ts';
import { type CommitGraph, CommitMarks, CommitQueue } from './commit-graph.ts';

const seen = 1;
const excluded = 2;
const queued = 4;

/**
 * Extra commits to visit once all seems settled, since dates may be wrong. Git uses 5, but they cost next to nothing.
 */
const slop = 200;

/** Which commits to select, by their numbers. */
interface CommitSelection {
  readonly from: readonly number[];
  /** These and all their ancestors are left out. */
  readonly without: readonly number[];
  /** Commits whose parents are ignored. */
  readonly cut: ReadonlySet<number>;
  /** Commits before this date are left out, with all their ancestors. */
  readonly since?: number | undefined;
}

interface SelectedCommits {
  /** The newest first. */
  readonly commits: readonly number[];
  /** Left out, and a parent of a selected commit. */
  readonly boundary: readonly number[];
  /** Whether a commit is known to be left out. */
  isExcluded(commit: number): boolean;
}

/**
 * Selects commits and their ancestors, except others and their ancestors. Walks from newest to oldest, so that it
 * visits little more than the difference. Where dates contradict the order, it may select a little too much.
 */
export const selectCommits = (graph: CommitGraph, selection: CommitSelection): SelectedCommits =>
  finish(selectCommitsInSteps(graph, selection));

/** Does the same in steps. */
export function* selectCommitsInSteps(
  graph: CommitGraph,
  selection: CommitSelection,
): Steps<SelectedCommits> {
  const { cut } = selection;
  const since = selection.since ?? Number.NEGATIVE_INFINITY;
  const marks = new CommitMarks();
  const queue = new CommitQueue(graph);
  const getParents = (commit: number) => (cut.has(commit) ? [] : graph.getParents(commit));
  /** Number of queued commits that are not left out. */
  let open = 0;

  const enqueue = (commit: number) => {
    if (marks.of(commit) & seen) return;
    marks.add(commit, seen | queued);
    queue.add(commit);
    if (!(marks.of(commit) & excluded)) open += 1;
  };
  const exclude = (commit: number) => {
    const pending = [commit];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const before = marks.of(next);
      if (before & excluded) continue;
      marks.add(next, excluded);
      if (before & queued) open -= 1;
      // Ancestors that were already visited are marked at once: dates may be wrong.
      if (before & seen) for (const parent of getParents(next)) pending.push(parent);
    }
  };

  for (const commit of selection.without) {
    exclude(commit);
    enqueue(commit);
  }
  for (const commit of selection.from) enqueue(commit);

  const met: number[] = [];
  let last = Number.POSITIVE_INFINITY;
  let patience = slop;
  for (let commit = queue.take(); commit !== undefined; commit = queue.take()) {
    yield;
    if (!(marks.of(commit) & excluded)) open -= 1;
    marks.remove(commit, queued);
    if (graph.getDate(commit) < since) exclude(commit);
    const isExcluded = (marks.of(commit) & excluded) !== 0;
    for (const parent of getParents(commit)) {
      if (isExcluded) exclude(parent);
      enqueue(parent);
    }
    if (!isExcluded) {
      met.push(commit);
      last = graph.getDate(commit);
    } else if (open > 0 || queue.newest >= last) {
      patience = slop;
    } else {
      patience -= 1;
      if (patience === 0) break;
    }
  }

  const isExcluded = (commit: number) => (marks.of(commit) & excluded) !== 0;
  const commits = met.filter((commit) => !isExcluded(commit));
  const boundary = new Set(commits.flatMap((commit) => getParents(commit).filter(isExcluded)));
  return { commits, boundary: [...boundary], isExcluded };
}
