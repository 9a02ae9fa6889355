/** Most characters of a name that are compared: the work grows with their square. */
const compared = 64;

/**
 * Known names that are written much like an unknown one, the most alike first: for messages that say what was meant.
 *
 * @param most how many are given at most
 * @example
 * nearestNames('zones.zone.gte', ['zones.zone.get', 'zones.zone.list', 'user.get']); // ['zones.zone.get', …]
 */
export function nearestNames(name: string, known: Iterable<string>, most = 3): string[] {
  const wanted = name.slice(0, compared).toLowerCase();
  const near: { readonly candidate: string; readonly steps: number }[] = [];
  for (const candidate of known) {
    const steps = stepsBetween(wanted, candidate.slice(0, compared).toLowerCase());
    // Beyond half of its letters it is another name.
    if (steps <= Math.ceil(wanted.length / 2)) near.push({ candidate, steps });
  }
  near.sort((a, b) => a.steps - b.steps || (a.candidate < b.candidate ? -1 : 1));
  return near.slice(0, most).map(({ candidate }) => candidate);
}

/** Letters to put in, to take out or to change to get from one text to the other. */
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
