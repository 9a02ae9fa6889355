/** Most characters of a name that are compared: the work grows with their square. */
const compared = 64;

/**
 * Known names similar to an unknown one, the most similar first, for messages that suggest one.
 *
 * @param most the maximum number of names
 * @example
 * nearestNames('zones.zone.gte', ['zones.zone.get', 'zones.zone.list', 'user.get']); // ['zones.zone.get', …]
 */
export function nearestNames(name: string, known: Iterable<string>, most = 3): string[] {
  const wanted = name.slice(0, compared).toLowerCase();
  const near: { readonly candidate: string; readonly steps: number }[] = [];
  for (const candidate of known) {
    const steps = stepsBetween(wanted, candidate.slice(0, compared).toLowerCase());
    // A distance of more than half its letters makes it another name.
    if (steps <= Math.ceil(wanted.length / 2)) near.push({ candidate, steps });
  }
  near.sort((a, b) => a.steps - b.steps || (a.candidate < b.candidate ? -1 : 1));
  return near.slice(0, most).map(({ candidate }) => candidate);
}

/** The edit distance of two strings. */
function stepsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let y = 1; y <= from.length; y++) {
    const next = [y];
    for (let x = 1; x <= to.length; x++) {
      const changed = (row[x - 1] ?? 0) + (from[y - 1] === to[x - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[x] ?? 0) + 1, (next[x - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
