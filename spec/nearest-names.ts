/** Most characters of a name that are compared: the work grows with their square. */
export const compared = 64;

/**
 * Known names similar to an unknown one, the most similar first, for messages that suggest one.
 *
 * @param most the maximum number of names
 * @example
 * nearestNames('zones.zone.gte', ['zones.zone.get', 'zones.zone.list', 'user.get']); // ['zones.zone.get', …]
 */
export function nearestNames(name: string, known: Iterable<string>, most = 3): string[] {
  const wanted = name.toLowerCase();
  const near: { readonly candidate: string; readonly steps: number }[] = [];
  for (const candidate of known) {
    const steps = countEdits(wanted, candidate.toLowerCase());
    // A distance of more than half its letters makes it another name.
    if (steps <= Math.ceil(Math.min(wanted.length, compared) / 2)) near.push({ candidate, steps });
  }
  near.sort((a, b) => a.steps - b.steps || (a.candidate < b.candidate ? -1 : 1));
  return near.slice(0, most).map(({ candidate }) => candidate);
}

/** Whether a name is probably another one with a slip: what is less alike may be a name that is not known here. */
export const isSlip = (name: string, near: string | undefined): boolean =>
  near !== undefined && countEdits(name.toLowerCase(), near.toLowerCase()) <= 2;

/**
 * The edit distance of the beginnings of two texts: characters to insert, delete, replace or swap.
 *
 * @example
 * countEdits('config', 'confgi'); // 1
 */
export function countEdits(one: string, other: string): number {
  const [from, to] = [one.slice(0, compared), other.slice(0, compared)];
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let y = 0; y < from.length; y++) {
    const next = [y + 1];
    for (let x = 1; x <= to.length; x++) {
      const changed = (row[x - 1] ?? 0) + (from[y] === to[x - 1] ? 0 : 1);
      const isSwapped = x > 1 && from[y] === to[x - 2] && from[y - 1] === to[x - 1];
      const swapped = isSwapped ? (before[x - 2] ?? 0) + 1 : changed;
      next.push(Math.min(changed, swapped, (row[x] ?? 0) + 1, (next[x - 1] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return row[to.length] ?? 0;
}
