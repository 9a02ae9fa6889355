import { MutantError } from '../../../suites/mutants/mutant.ts';
import type { Fault } from './find-faults.ts';
import type { ObservedTest } from './messages.ts';

/** Milliseconds of tests per fault, measured without the fault. */
const budget = 40_000;
/** If so few tests reach a place, its value may be cached and used by other tests. */
const fewTests = 4;
/** Milliseconds of overhead per test. */
const overhead = 20;

/** What all tests reach together. */
export interface Observed {
  readonly files: readonly string[];
  /** Returns the files that import a file. */
  readonly importers: (file: string) => readonly string[];
  readonly faults: readonly Fault[];
  readonly tests: readonly ObservedTest[];
  readonly loaded: ReadonlySet<string>;
  readonly atStart: ReadonlySet<number>;
}

/** Tests that may notice a fault. */
export interface Reach {
  /** In order: first those that do most of their work in the faulty file. */
  readonly tests: readonly string[];
  /** Number of further tests, for which there is no time. */
  readonly left: number;
}

/** Returns a function that finds the tests that reach a fault; null if there are none. */
export function createReach({
  files,
  importers,
  faults,
  tests,
  loaded,
  atStart,
}: Observed): (fault: Fault) => Reach | null {
  const passed = tests.filter((test) => test.passed);
  if (passed.length === 0) throw new MutantError('mutants-server', 'no test passes on the correct server');
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
    // A value made once or at the start is noticed where it is used: in the same file, else in files that import it.
    const ofFile = (file: string) => byNumber.get(files.indexOf(file)) ?? [];
    // An entry that only exports others is reached where it is imported.
    const seen = new Set([fault.file]);
    const ofImporter = (file: string): readonly Candidate[] => {
      if (seen.has(file)) return [];
      seen.add(file);
      const own = ofFile(file);
      return own.length > 0 ? own : importers(file).flatMap(ofImporter);
    };
    const near = direct.length <= fewTests ? ofFile(fault.file) : [];
    const isLittle = new Set([...direct, ...near].map(({ test }) => test)).size <= fewTests;
    const others = isLittle ? [...near, ...importers(fault.file).flatMap(ofImporter)] : near;
    const chosen = [...bestFirst(direct), ...bestFirst(others)];
    // If a place is only reached before the first test, any test may notice the fault.
    return withinBudget(chosen.length > 0 ? chosen : passed);
  };
}

interface Candidate {
  readonly test: ObservedTest;
  /** Share of the test's work that is in the file. */
  readonly share: number;
}

/** Sorts the tests by work in a file per cost; further tests of the same suite come later. */
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
