import type { Feature, Level } from '../../spec/requirement.ts';
import { TouchstoneError } from '../../spec/touchstone-error.ts';
import type { Catalogue } from './catalogue.ts';
import { HarnessError } from './errors.ts';
import { atLeast } from './levels.ts';
import { boundTo, getLevel, isNamedBy, neededFeatures } from './needs.ts';
import { getService, type Suite, type Test, testId } from './suite.ts';

/** A selection of tests; each member narrows it. */
export interface Selection {
  /** Services, or prefixes of suite names: `token-validation`, `token-validation/keys`. */
  readonly services?: readonly string[];
  /** Requirement ids, or their prefixes: `TV-KEY-4`, `TV-KEY`. */
  readonly requirements?: readonly string[];
  /** The lowest level to run. */
  readonly level?: Level;
  /** Text that the id of a test contains, in upper or lower case. */
  readonly title?: string;
  /** Complete ids of tests. */
  readonly tests?: readonly string[];
  /** Tests that need one of these features. */
  readonly needs?: readonly Feature[];
  /** Excludes tests that need one of these features. */
  readonly without?: readonly Feature[];
}

export interface SelectedTest {
  readonly suite: Suite;
  readonly test: Test;
}

/** The services of tests. */
export const getServices = (tests: readonly SelectedTest[]): ReadonlySet<string> =>
  new Set(tests.map(({ suite }) => getService(suite.name)));

/**
 * Selects tests, and checks that ids are unique and requirements exist.
 *
 * @throws HarnessError when a suite has a bug.
 * @throws TouchstoneError when a value of the selection matches no test at all.
 */
export function selectTests(
  suites: readonly Suite[],
  catalogue: Catalogue,
  selection: Selection = {},
): SelectedTest[] {
  const all = suites.flatMap((suite) => suite.tests.map((test) => ({ suite, test })));
  const seen = new Set<string>();
  for (const { suite, test } of all) {
    const id = testId(suite, test);
    if (seen.has(id)) throw new HarnessError('test-twice', `Two tests have the id ${id}`);
    seen.add(id);
    if (test.requirements.length === 0) {
      throw new HarnessError('test-unbound', `${id} is bound to no requirement`);
    }
    const unknown = boundTo(test).find((requirement) => !catalogue.has(requirement));
    if (unknown !== undefined) {
      throw new HarnessError('requirement-unknown', `${id} is bound to ${unknown}, which does not exist`);
    }
  }
  const { level } = selection;
  const chosenBy = getFilters(selection, catalogue);
  for (const { wanted, matches, what, known } of chosenBy.flatMap(({ parts }) => parts)) {
    if (all.some(matches)) continue;
    throw new TouchstoneError('selection', `No test ${what} ${wanted}; there are ${known(all).join(', ')}`);
  }
  return all.filter((one) => {
    if (level && !atLeast(getLevel(one.test, catalogue), level)) return false;
    return chosenBy.every(
      ({ parts, leavesOut }) => parts.some(({ matches }) => matches(one)) !== (leavesOut ?? false),
    );
  });
}

/** Where to find the ids of tests, which are too many for one line. */
const getIds = 'those of conform list';

/** One value of a selector. */
interface Wanted {
  readonly wanted: string;
  readonly matches: (one: SelectedTest) => boolean;
  /** The words before the value in a message. */
  readonly what: string;
  /** The values that match some test. */
  readonly known: (all: readonly SelectedTest[]) => readonly string[];
}

/** The active selectors. A test must match one value of each, or none of an excluding one. */
function getFilters(
  { services, requirements, tests, needs, without, title }: Selection,
  catalogue: Catalogue,
): { readonly parts: readonly Wanted[]; readonly leavesOut?: boolean }[] {
  const sorted = (values: Iterable<string>) => [...new Set(values)].sort();
  const byService = (wanted: string): Wanted => ({
    wanted,
    what: 'belongs to the service or suite',
    matches: ({ suite }) => wanted === getService(suite.name) || suite.name.startsWith(wanted),
    known: (all) => sorted(all.map(({ suite }) => getService(suite.name))),
  });
  const byRequirement = (wanted: string): Wanted => ({
    wanted,
    what: 'is bound to',
    matches: ({ test }) => boundTo(test).some((id) => isNamedBy(id, wanted)),
    known: (all) => sorted(all.flatMap(({ test }) => boundTo(test).map((id) => id.replace(/-\d+$/, '')))),
  });
  const byId = (wanted: string): Wanted => ({
    wanted,
    what: 'has the id',
    matches: ({ suite, test }) => testId(suite, test) === wanted,
    known: () => [getIds],
  });
  const byFeature = (wanted: string): Wanted => ({
    wanted,
    what: 'needs the feature',
    matches: ({ test }) => neededFeatures(test, catalogue).has(wanted),
    known: (all) => sorted(all.flatMap(({ test }) => [...neededFeatures(test, catalogue)])),
  });
  const filters = [
    { parts: (services ?? []).map(byService) },
    { parts: (requirements ?? []).map(byRequirement) },
    { parts: (tests ?? []).map(byId) },
    { parts: (needs ?? []).map(byFeature) },
    { parts: (without ?? []).map(byFeature), leavesOut: true },
  ];
  const lower = title?.toLowerCase();
  if (lower !== undefined) {
    const matches = ({ suite, test }: SelectedTest) => testId(suite, test).toLowerCase().includes(lower);
    const known = () => [getIds];
    filters.push({ parts: [{ wanted: `'${title}'`, what: 'has an id that contains', matches, known }] });
  }
  return filters.filter(({ parts }) => parts.length > 0);
}

/**
 * Divides tests into parts with about the same number of tests that run. Keeps their order, so that a process with one
 * part only loads and compiles what its tests need.
 *
 * @param of maximum number of parts; fewer if some would be empty
 * @param runs whether a test runs, and is not skipped
 * @returns each part as suites with only its tests
 */
export function splitSelection(
  chosen: readonly SelectedTest[],
  of: number,
  runs: (one: SelectedTest) => boolean,
): Suite[][] {
  const whole = Math.max(1, chosen.filter(runs).length);
  let before = 0;
  const places = chosen.map((one) => {
    const place = Math.min(Math.floor((before * of) / whole), of - 1);
    if (runs(one)) before += 1;
    return place;
  });
  const parts = Map.groupBy(chosen.keys(), (at) => places[at]);
  return [...parts.values()].map((ofPart) => {
    const tests = ofPart.flatMap((at) => chosen[at] ?? []);
    const bySuite = Map.groupBy(tests, ({ suite }) => suite);
    return [...bySuite].map(([suite, own]) => ({ ...suite, tests: own.map(({ test }) => test) }));
  });
}

/** One of several parts of a run, counted from 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/**
 * Parses `2/3`.
 *
 * @throws TouchstoneError for anything else.
 */
export function parseShard(text: string): Shard {
  const [, index, of] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text) ?? [];
  if (index === undefined || of === undefined || Number(index) > Number(of)) {
    throw new TouchstoneError('option', `--shard is ${text}, expected i/n with i from 1 to n, such as 2/3`);
  }
  return { index: Number(index), of: Number(of) };
}

/** The tests of one part: every n-th one, in order. Machines with the same files get the same parts. */
export function takeShard(chosen: readonly SelectedTest[], { index, of }: Shard): SelectedTest[] {
  return chosen.filter((_, at) => at % of === index - 1);
}
