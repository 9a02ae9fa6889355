import type { ObjectId } from '../object-id.ts';
import { CommitMarks } from './commit-marks.ts';
import type { SendCache } from './send-cache.ts';

/**
 * Finds the first of some wants that can't be reached from any of the tips of refs: one that a client of the older
 * protocol may not have.
 */
export function findUnreachable(
  cache: SendCache,
  wants: readonly ObjectId[],
  tips: readonly ObjectId[],
): ObjectId | undefined {
  const { graph } = cache;
  const reached = new Set(tips);
  const starts: number[] = [];
  for (const tip of tips) {
    const peeled = graph.peel(tip);
    for (const tag of peeled?.tags ?? []) reached.add(tag);
    if (peeled) reached.add(peeled.id);
    const commit = peeled?.type === 'commit' ? graph.find(peeled.id) : undefined;
    if (commit !== undefined) starts.push(commit);
  }
  const open = wants.filter((id) => !reached.has(id));
  const commits = new Map(open.map((id) => [id, graph.find(id)]));
  const sought = new Set([...commits.values()].filter((commit) => commit !== undefined));
  walk(starts, sought, (commit) => graph.parentsOf(commit));
  return open.find((id) => {
    const commit = commits.get(id);
    if (commit !== undefined) return sought.has(commit);
    // A tree or a blob is only found by going through all of them.
    return !graph.database.has(id) || !cache.send({ wants: tips }).has(id);
  });
}

/** Goes up until nothing is sought any more; takes out what it meets. */
function walk(starts: number[], sought: Set<number>, parentsOf: (commit: number) => readonly number[]): void {
  const marks = new CommitMarks();
  const pending = starts;
  while (sought.size > 0) {
    const commit = pending.pop();
    if (commit === undefined) return;
    if (marks.of(commit)) continue;
    marks.add(commit, 1);
    sought.delete(commit);
    for (const parent of parentsOf(commit)) if (!marks.of(parent)) pending.push(parent);
  }
}
