import type { SelectedTest } from './select.ts';
import type { Suite } from './suite.ts';

/**
 * Divides tests into parts that cost about as much as each other and keep the order, so that what belongs together
 * stays together: a process that runs one part loads and compiles little of what the others need.
 *
 * @param of the most parts; there are fewer where some would hold nothing
 * @param costOf what a test costs, in whatever unit
 * @returns each part as suites that hold its tests alone
 */
export function stretches(
  chosen: readonly SelectedTest[],
  of: number,
  costOf: (one: SelectedTest) => number,
): Suite[][] {
  const costs = chosen.map(costOf);
  const whole = costs.reduce((sum, cost) => sum + cost, 0);
  let before = 0;
  const places = costs.map((cost) => {
    // A test is where its middle is, which is before the end even where it costs nothing.
    const middle = whole === 0 ? 0 : (before + cost / 2) / whole;
    before += cost;
    return Math.min(Math.floor(middle * of), of - 1);
  });
  const parts = Map.groupBy(chosen.keys(), (at) => places[at]);
  return [...parts.values()].map((ofPart) => {
    const tests = ofPart.flatMap((at) => chosen[at] ?? []);
    const bySuite = Map.groupBy(tests, ({ suite }) => suite);
    return [...bySuite].map(([suite, own]) => ({ ...suite, tests: own.map(({ test }) => test) }));
  });
}
