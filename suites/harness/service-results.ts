import { countTests, harnessBroke } from './counts.ts';
import { ofRun } from './errors.ts';
import type { RequirementResult, ServiceResult, TestResult } from './results.ts';
import { getService } from './suite.ts';

/**
 * The result of a run for each service, in the order of its tests. A service with only skipped tests is absent: the
 * target lacks it, so its MUSTs don't count. It is not absent where the run had its own reason to leave one out. A
 * service without a passed test of a MUST is not judged.
 */
export function judgeServices(
  tests: readonly TestResult[],
  requirements: readonly RequirementResult[],
  strict: boolean,
): readonly ServiceResult[] {
  const left = untestedMusts(requirements);
  const groups = Map.groupBy(tests, ({ suite }) => getService(suite));
  return [...groups].map(([name, own]) => {
    const counts = countTests(own, strict);
    const common = { name, counts };
    if (own.every(({ status, reason }) => status === 'skipped' && !isOfRun(reason))) {
      return { ...common, verdict: 'absent', reason: commonestReason(own) };
    }
    if (counts.failed > 0) return { ...common, verdict: 'not conformant', reason: null };
    // What broke is no fault of the service.
    if (counts.errors > 0) return { ...common, verdict: 'partial', reason: harnessBroke(counts) };
    const ids = new Set(own.map(({ id }) => id));
    if (left.some(({ tests: bound }) => bound.some((id) => ids.has(id)))) {
      return { ...common, verdict: 'partial', reason: null };
    }
    if (own.some((test) => proves(test, strict))) return { ...common, verdict: 'conformant', reason: null };
    const reason = strict
      ? 'none of its tests passed'
      : own.some(({ level }) => level === 'must')
        ? 'no test of a MUST passed'
        : 'its tests have no MUST; --strict judges the others';
    return { ...common, verdict: 'not judged', reason };
  });
}

const isOfRun = (reason: string | null) => ofRun.some((prefix) => reason?.startsWith(prefix));

/** Whether a test passed, and found that something holds which counts for the verdict and for which it was written. */
const proves = ({ status: outcome, findings, requirements }: TestResult, strict: boolean) =>
  outcome === 'passed' &&
  findings.some(
    ({ requirement, level, status }) =>
      status === 'passed' && (strict || level === 'must') && requirements.includes(requirement),
  );

/** Each MUST without a completed test. */
export function untestedMusts(requirements: readonly RequirementResult[]): readonly RequirementResult[] {
  return requirements.filter(
    ({ level, status }) => level === 'must' && (status === 'skipped' || status === 'untested'),
  );
}

/** The services that a verdict covers, as text; their number if the target has all. Without any, those that it has. */
export function namePresent(services: readonly ServiceResult[]): string {
  const present = services.filter(({ verdict }) => verdict !== 'absent');
  const covered = present.filter(({ verdict }) => verdict !== 'not judged');
  const judged = covered.length > 0 ? covered : present;
  const hasAll = covered.length > 3 && present.length === services.length;
  if (!hasAll) return judged.map(({ name }) => name).join(', ');
  return `all ${judged.length} services${judged.length < services.length ? ' with a MUST' : ''}`;
}

function commonestReason(tests: readonly TestResult[]): string {
  const groups = [...Map.groupBy(tests, ({ reason }) => reason ?? '')];
  return groups.reduce((most, one) => (one[1].length > most[1].length ? one : most))[0];
}
