/** Characters of a text that are compared; the cost grows with their square. */
const mostCharacters = 64;

/**
 * How far two texts are apart: the fewest characters to put in, take out or replace, with regard to their length.
 *
 * @returns 0 for the same text, 1 for texts that have nothing in common
 * @example
 * editDistance('config', 'confg'); // 1 / 6
 */
export function editDistance(one: string, other: string): number {
  if (one === other) return 0;
  const from = one.slice(0, mostCharacters);
  const to = other.slice(0, mostCharacters);
  const longest = Math.max(from.length, to.length);
  let before = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let row = 1; row <= from.length; row++) {
    const costs = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1] ? 0 : 1;
      costs.push(Math.min(at(before, column) + 1, at(costs, column - 1) + 1, at(before, column - 1) + same));
    }
    before = costs;
  }
  // Texts that differ behind what is compared alone are nearly the same.
  return Math.max(at(before, to.length), 1) / longest;
}

function at(costs: readonly number[], index: number): number {
  return costs[index] ?? Number.POSITIVE_INFINITY;
}
