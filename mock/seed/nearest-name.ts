/**
 * The name that was probably meant: the one with the fewest letters that differ, unless too many do.
 *
 * @example
 * nearestName('oprations', ['operations', 'rulesets']) // 'operations'
 */
export function nearestName(given: string, known: Iterable<string>): string | undefined {
  const bound = Math.max(1, Math.floor(given.length * 0.4));
  let best: string | undefined;
  let least = bound + 1;
  for (const name of known) {
    const distance = distanceOf(given.toLowerCase(), name.toLowerCase());
    if (distance < least) [best, least] = [name, distance];
  }
  return best;
}

/** Letters to add, leave out, replace or swap with the next until one text is the other (Damerau, Levenshtein). */
function distanceOf(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let index = 0; index < a.length; index++) {
    const next = [index + 1];
    for (let at = 1; at <= b.length; at++) {
      const same = (row[at - 1] ?? 0) + (a[index] === b[at - 1] ? 0 : 1);
      const isSwapped = at > 1 && a[index] === b[at - 2] && a[index - 1] === b[at - 1];
      const swapped = isSwapped ? (before[at - 2] ?? 0) + 1 : same;
      next.push(Math.min(same, swapped, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}
