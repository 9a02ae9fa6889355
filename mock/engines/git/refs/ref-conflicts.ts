import type { RefChange } from '../repository-storage.ts';
import { RefNames } from './ref-names.ts';

/**
 * Which changes of a batch can't be made together, by the name of the ref, and why, as Git says it: a ref that is
 * changed twice, that stands in the way of another of the batch, or that one that stays stands in the way of. As in
 * Git's transactions, a ref that the batch deletes still takes its room.
 *
 * @param existing names of the refs that are there
 */
export function refConflicts(existing: RefNames, changes: readonly RefChange[]): Map<string, string> {
  const conflicts = new Map<string, string>();
  const batch = new RefNames();
  for (const { name } of changes) {
    if (batch.has(name)) conflicts.set(name, `multiple updates for ref '${name}' not allowed`);
    batch.add(name);
  }
  for (const { name, from, to } of changes) {
    if (to === undefined || from !== undefined || conflicts.has(name)) continue;
    const other = batch.conflictWith(name);
    if (other !== undefined) {
      conflicts.set(name, `cannot process '${other}' and '${name}' at the same time`);
      continue;
    }
    const obstacle = existing.conflictWith(name);
    if (obstacle !== undefined) conflicts.set(name, `'${obstacle}' exists; cannot create '${name}'`);
  }
  return conflicts;
}
