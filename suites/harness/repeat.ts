import type { StabilityResult, TestResult } from './results.ts';
import { statuses } from './results.ts';
import type { SelectedTest } from './select.ts';

/** How often each test runs, and the seed of the order. */
export interface Repeat {
  readonly times: number;
  readonly seed: number;
}

/** A test in the order of a run; `index` is its position among the selected tests. */
export interface PlannedTest extends SelectedTest {
  readonly index: number;
}

/** The tests in the order of the run: as selected, or several rounds, each shuffled. */
export function planTests(selected: readonly SelectedTest[], repeat?: Repeat): PlannedTest[] {
  const planned = selected.map((item, index) => ({ ...item, index }));
  if (!repeat) return planned;
  const random = createRandom(repeat.seed);
  // In rounds, so that a run that is out of time has run every test equally often.
  return Array.from({ length: repeat.times }, () => shuffle(planned, random)).flat();
}

/** The worst result of a test that ran several times; undefined for one that never ran. */
export function getWorst(results: readonly TestResult[]): TestResult[] {
  const rank = ({ status }: TestResult) => statuses.indexOf(status);
  const [worst] = [...results].sort((a, b) => rank(b) - rank(a));
  return worst ? [worst] : [];
}

/** The tests with different outcomes. */
export function judgeStability(results: readonly (readonly TestResult[])[], repeat: Repeat): StabilityResult {
  const unstable = results.flatMap((ofOne) => {
    const outcomes = new Map<string, number>();
    for (const result of ofOne) {
      const outcome = toOutcome(result);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    const [first] = ofOne;
    if (!first || outcomes.size < 2) return [];
    return [{ test: first.id, outcomes: [...outcomes].map(([outcome, times]) => ({ outcome, times })) }];
  });
  const completed = Math.min(repeat.times, ...results.map((ofOne) => ofOne.length));
  return { times: repeat.times, seed: repeat.seed, completed, unstable };
}

/** The outcome of a test in a form that can be compared between runs. */
function toOutcome({ status, reason, findings }: TestResult): string {
  if (status === 'skipped') return `skipped: ${reason}`;
  if (status !== 'failed') return status;
  const failed = findings.flatMap((one) => (one.status === 'failed' ? [one.requirement ?? 'contract'] : []));
  return `failed: ${[...new Set(failed)].sort().join(', ')}`;
}

function shuffle<T>(list: readonly T[], random: () => number): T[] {
  const shuffled = [...list];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    // Both places are inside the list.
    [shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T];
  }
  return shuffled;
}

/** Random numbers from 0 to below 1, reproducible from a seed: a mixed counter (splitmix32). */
export function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}
