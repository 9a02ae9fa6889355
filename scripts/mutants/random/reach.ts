import { MutantError } from '../../../suites/mutants/mutant.ts';
import type { Fault } from './find-faults.ts';
import type { ObservedTest } from './messages.ts';

/** Milliseconds of tests that one fault may take; what they take without a fault counts. */
const budget = 40_000;
/** A place that so few tests reach may be a value that is kept, and used by others. */
const fewTests = 4;
/** Milliseconds that go by with any test. */
const overhead = 20;

/** What all tests reach together. */
export interface Observed {
  readonly files: readonly string[];
  /** Which files import a file. */
  readonly importers: (file: string) => readonly string[];
  readonly faults: readonly Fault[];
  readonly tests: readonly ObservedTest[];
  readonly loaded: ReadonlySet<string>;
  readonly atStart: ReadonlySet<number>;
}

/** Tests that may see a fault. */
export interface Reach {
  /** In the order in which they are to run: the first are those that do most of their work in the faulty file. */
  readonly tests: readonly string[];
  /** Further ones that there is no time for. */
  readonly left: number;
}

/** Says of faults which tests reach them; null for those that no test does. */
export function createReach({
  files,
  importers,
  faults,
  tests,
  loaded,
  atStart,
}: Observed): (fault: Fault) => Reach | null {
  const passed = tests.filter((test) => test.passed);
  if (passed.length === 0)
    throw new MutantError('mutants-server', 'no test passes on the server without a fault');
  const byNumber = new Map<number, Candidate[]>();
  for (const test of passed) {
    const calls = test.reached.filter(([number]) => number < files.length);
    const all = calls.reduce((sum, [, times]) => sum + times, 1);
    const shares = new Map(calls.map(([number, times]) => [number, times / all]));
    for (const [number] of test.reached) {
      const file = number < files.length ? number : files.indexOf(faults[number - files.length]?.file ?? '');
      const list = byNumber.get(number) ?? [];
      byNumber.set(number, list);
      list.push({ test, share: shares.get(file) ?? 0 });
    }
  }
  return (fault) => {
    if (!loaded.has(fault.file)) return null;
    const number = files.length + faults.indexOf(fault);
    const direct = byNumber.get(number) ?? [];
    if (direct.length === 0 && !atStart.has(number)) return null;
    // What is made at the start, or once, is noticed where it is used: in the same file, else in those that import it.
    const ofFile = (file: string) => byNumber.get(files.indexOf(file)) ?? [];
    const near = direct.length <= fewTests ? ofFile(fault.file) : [];
    const others = direct.length + near.length > 0 ? near : importers(fault.file).flatMap(ofFile);
    const chosen = [...bestFirst(direct), ...bestFirst(others)];
    // What is reached before the first test, and never after it, any test may notice.
    return withinBudget(chosen.length > 0 ? chosen : passed);
  };
}

interface Candidate {
  readonly test: ObservedTest;
  /** How much of its work the test does in the file. */
  readonly share: number;
}

/** The tests that cost least for the work that they do in a file, and of each suite its further ones later. */
function bestFirst(candidates: readonly Candidate[]): readonly ObservedTest[] {
  const worth = ({ test, share }: Candidate) => share / (overhead + test.duration_ms);
  const bySuite = Map.groupBy(
    candidates.toSorted((a, b) => worth(b) - worth(a)),
    ({ test }) => test.id.split(': ')[0],
  );
  return [...bySuite.values()]
    .flatMap((list) => list.map((one, place) => ({ test: one.test, value: worth(one) / (place + 1) })))
    .toSorted((a, b) => b.value - a.value)
    .map(({ test }) => test);
}

function withinBudget(tests: readonly ObservedTest[]): Reach {
  const chosen = new Set<string>();
  const left = new Set<string>();
  let taken = 0;
  for (const { id, duration_ms } of tests) {
    if (chosen.has(id)) continue;
    if (taken + duration_ms > budget && chosen.size > 0) {
      left.add(id);
      continue;
    }
    taken += duration_ms;
    chosen.add(id);
  }
  return { tests: [...chosen], left: left.size };
}
