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

/** Letters to add, leave out or replace until one text is the other (Levenshtein). */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...a].entries()) {
    const next = [index + 1];
    for (let at = 1; at <= b.length; at++) {
      const same = (row[at - 1] ?? 0) + (letter === b[at - 1] ? 0 : 1);
      next.push(Math.min(same, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
