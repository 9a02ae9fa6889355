import type { Catalogue } from './harness/catalogue.ts';
import { boundTo } from './harness/needs.ts';
import { type Suite, testId } from './harness/suite.ts';
import type { Rule } from './rules.ts';

/** Gaps in coverage, in each direction; our own checks require that there are none. */
export interface CoverageGaps {
  /** Requirements without a running test and without an excuse. */
  readonly untested: readonly string[];
  /** Tests without a requirement, or with one that does not exist. */
  readonly unbound: readonly string[];
  /** Rules of the mock without a requirement and without an excuse. */
  readonly unnamed: readonly string[];
}

/** Compares requirements with tests, and rules with requirements. */
export function coverageGaps(
  suites: readonly Suite[],
  catalogue: Catalogue,
  excuses: Readonly<Partial<Record<string, string>>>,
  rules: readonly Rule[],
): CoverageGaps {
  const tests = suites.flatMap((suite) => suite.tests.map((test) => ({ id: testId(suite, test), test })));
  const running = tests.filter(({ test }) => test.disabled === undefined);
  const tested = new Set(running.flatMap(({ test }) => boundTo(test)));
  return {
    untested: [...catalogue.keys()].filter((id) => !tested.has(id) && excuses[id] === undefined),
    unbound: tests.flatMap(({ id, test }) => {
      const known = boundTo(test).filter((one) => catalogue.has(one));
      return known.length === 0 || known.length < boundTo(test).length ? [id] : [];
    }),
    unnamed: rules.flatMap(({ name, requirements, excuse }) => {
      const known = requirements.filter((id) => catalogue.has(id));
      return excuse === null && known.length === 0 ? [name] : [];
    }),
  };
}
