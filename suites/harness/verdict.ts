import type { Level } from '../../spec/requirement.ts';
import type { Catalogue } from './catalogue.ts';
import { countTests, harnessBroke, tell } from './counts.ts';
import { budgetSpent, notRun, stoppedEarly } from './errors.ts';
import { lower } from './levels.ts';
import type { BaselineResult, RequirementResult, RunResult, TestResult, Verdict } from './results.ts';
import { judgeServices, untestedMusts } from './service-results.ts';
import { getService } from './suite.ts';

const byNumber = new Intl.Collator('en', { numeric: true });

/**
 * The result of each requirement that a test covers or came across. A finding counts at its own level: a MUST that a
 * test judges as a MAY at most has a result among the MAYs.
 */
export function judgeRequirements(tests: readonly TestResult[], catalogue: Catalogue): RequirementResult[] {
  type Judged = { id: string; level: Level; status: RequirementResult['status']; tests: Set<string> };
  const results = new Map<string, Judged>();
  const order = ['untested', 'skipped', 'passed', 'failed'] as const;
  const note = (id: string, level: Level, test: string, status: RequirementResult['status']) => {
    const key = `${id} ${level}`;
    const known = results.get(key) ?? { id, level, status: 'untested' as const, tests: new Set() };
    const worse = order.indexOf(status) > order.indexOf(known.status) ? status : known.status;
    results.set(key, { ...known, status: worse, tests: known.tests.add(test) });
  };
  for (const { id, requirements, level, status, findings } of tests) {
    const left = status === 'skipped' ? 'skipped' : 'untested';
    if (status === 'skipped' || status === 'disabled' || status === 'error') {
      for (const one of requirements) note(one, lower(catalogue.get(one)?.level ?? 'may', level), id, left);
    }
    for (const { requirement, level: own, status: found } of findings) note(requirement, own, id, found);
  }
  return [...results.values()]
    .map(({ id, level, status, tests: named }) => ({ id, level, status, tests: [...named] }))
    .sort((a, b) => byNumber.compare(a.id, b.id));
}

/**
 * Decides the verdict of a run, and its reason.
 *
 * A broken harness comes first, then failures that count, then what was left out. Tests cut off by a budget make the
 * verdict partial, whatever they test. So does a skipped MUST of a service whose other tests ran. The verdict covers
 * neither absent services nor those that were not judged, unless no test has a MUST and each passed.
 */
export function judgeRun(
  tests: readonly TestResult[],
  requirements: readonly RequirementResult[],
  strict: boolean,
  catalogue: Catalogue,
): { verdict: Verdict; reason: string } {
  const counted = countTests(tests, strict);
  const { failed, errors, warnings } = counted;
  if (tests.length === 0) return { verdict: 'broken run', reason: 'no test was selected' };
  if (errors > 0) return { verdict: 'broken run', reason: harnessBroke(counted) };
  const broken = leftOut(tests, stoppedEarly);
  if (broken !== undefined) return { verdict: 'broken run', reason: broken };
  const alike = leftOut(tests, notRun);
  if (alike !== undefined) return { verdict: 'not conformant', reason: alike };
  if (failed > 0) return { verdict: 'not conformant', reason: `${tell(failed, 'test')} failed` };
  const cut = tests.filter(({ status, reason }) => status === 'skipped' && reason?.startsWith(budgetSpent));
  if (cut.length > 0) {
    return { verdict: 'partial', reason: `${tell(cut.length, 'test')} did not run: ${cut[0]?.reason}` };
  }
  const services = judgeServices(tests, requirements, strict);
  const absent = new Set(services.filter((one) => one.verdict === 'absent').map(({ name }) => name));
  if (absent.size === services.length) {
    return { verdict: 'partial', reason: 'the target lacks every service of these tests' };
  }
  const present = new Set(tests.filter(({ suite }) => !absent.has(getService(suite))).map(({ id }) => id));
  const left = untestedMusts(requirements).filter((one) => one.tests.some((id) => present.has(id)));
  if (left.length > 0) {
    return { verdict: 'partial', reason: `${tell(left.length, 'MUST')} could not be tested` };
  }
  if (services.every(({ verdict }) => verdict !== 'conformant')) {
    const isMust = (id: string) => catalogue.get(id)?.level === 'must';
    if (tests.every(({ status, requirements: own }) => status === 'passed' && !own.some(isMust)))
      return { verdict: 'conformant', reason: 'each test passed, and none has a MUST' };
    return { verdict: 'partial', reason: strict ? 'no test passed' : 'no test of a MUST passed' };
  }
  const aside = warnings > 0 ? `; ${tell(warnings, 'test')} failed a SHOULD or MAY` : '';
  return { verdict: 'conformant', reason: `no MUST failed${aside}` };
}

/**
 * The exit code of a run: 0 conformant, 1 not conformant or partial, 2 broken run. With a baseline, 0 means that
 * exactly the expected failures occurred.
 *
 * @param allowPartial treats a partial verdict as success
 */
export function exitCode(
  { verdict, baseline }: Pick<RunResult, 'verdict' | 'baseline'>,
  allowPartial = false,
): 0 | 1 | 2 {
  if (verdict === 'broken run') return 2;
  if (baseline && !asExpected(baseline)) return 1;
  const judged = baseline?.verdict ?? verdict;
  return judged === 'conformant' || (judged === 'partial' && allowPartial) ? 0 : 1;
}

/** Whether a run matches its baseline. */
export function asExpected({ unexpected_failures, unexpected_passes, stale }: BaselineResult): boolean {
  return unexpected_failures.length + unexpected_passes.length + stale.length === 0;
}

/** The rest of a reason that starts with a prefix, from a test that was left out; undefined without any. */
function leftOut(tests: readonly TestResult[], why: string): string | undefined {
  const one = tests.find(({ status, reason }) => status === 'skipped' && reason?.startsWith(why));
  return one?.reason?.slice(why.length);
}
