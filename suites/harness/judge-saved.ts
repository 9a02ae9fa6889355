import type { Catalogue } from './catalogue.ts';
import { type Expectations, judgeTree } from './judge-tree.ts';
import { highest, lower } from './levels.ts';
import { levelOf } from './needs.ts';
import type { Finding, RunResult, TestResult } from './results.ts';
import { type Test, testId } from './suite.ts';

/** A saved run as it is judged today. */
export interface SavedJudgement {
  readonly result: RunResult;
  /** What is no longer as it was when the run was saved, a line each. */
  readonly notes: readonly string[];
}

/**
 * Judges a saved run again by today's catalogue, tests and baseline, without asking the target anything.
 *
 * Levels are those of today. A test that no longer exists, and a requirement that does not, decide nothing any
 * more; a test that is switched off today is disabled.
 */
export function judgeSaved(
  saved: RunResult,
  expectations: Omit<Expectations, 'strict'> & { readonly strict?: boolean | undefined },
): SavedJudgement {
  const { catalogue, suites } = expectations;
  const known = new Map(suites.flatMap((suite) => suite.tests.map((test) => [testId(suite, test), test])));
  const gone = saved.tests.filter(({ id }) => !known.has(id));
  const lost = new Set(
    saved.tests
      .flatMap(({ requirements, findings }) => [...requirements, ...findings.map((one) => one.requirement)])
      .filter((id): id is string => id !== null && !catalogue.has(id)),
  );
  const run = new Set(saved.tests.map(({ id }) => id));
  const fresh = [...known.keys()].filter((id) => !run.has(id)).length;
  const tests = saved.tests.flatMap((result) => {
    const test = known.get(result.id);
    return test ? [judgeTest(result, test, catalogue)] : [];
  });
  const strict = expectations.strict ?? saved.strict;
  return {
    result: judgeTree({ ...saved, tests }, { ...expectations, strict }),
    notes: [
      ...(fresh > 0 ? [`${tell(fresh, 'test')} of today did not run then`] : []),
      ...(gone.length > 0 ? [`${tell(gone.length, 'test')} of then no longer there: ${some(gone)}`] : []),
      ...(lost.size > 0 ? [`requirements that no longer exist: ${[...lost].sort().join(', ')}`] : []),
    ],
  };
}

function judgeTest(result: TestResult, test: Test, catalogue: Catalogue): TestResult {
  const { atMost = 'must' } = test;
  const findings = result.findings.flatMap((finding): Finding[] => {
    if (finding.requirement === null) return [{ ...finding, level: lower(finding.level, atMost) }];
    const requirement = catalogue.get(finding.requirement);
    return requirement ? [{ ...finding, level: lower(requirement.level, atMost) }] : [];
  });
  const requirements = result.requirements.filter((id) => catalogue.has(id));
  const judged = { ...result, requirements, findings, level: levelOf(test, catalogue) };
  if (test.disabled !== undefined) {
    return { ...judged, status: 'disabled', reason: test.disabled, failed_level: null, findings: [] };
  }
  if (result.status !== 'failed') return judged;
  const failed = findings.filter(({ status }) => status === 'failed');
  return failed.length === 0
    ? { ...judged, status: 'passed', failed_level: null }
    : { ...judged, failed_level: highest(failed.map(({ level }) => level)) };
}

const tell = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

function some(tests: readonly TestResult[]): string {
  const named = tests.slice(0, 3).map(({ id }) => id);
  return tests.length > 3 ? `${named.join('; ')} and ${tests.length - 3} more` : named.join('; ');
}
