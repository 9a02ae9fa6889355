import type { Catalogue } from './catalogue.ts';
import { countTests } from './counts.ts';
import type { RequirementResult, ServiceResult, TestResult } from './results.ts';
import { getService } from './suite.ts';

/**
 * The result of a run for each service, in the order of its tests. A service with only skipped tests is absent: the
 * target lacks it, so its MUSTs don't count.
 */
export function judgeServices(
  tests: readonly TestResult[],
  requirements: readonly RequirementResult[],
  catalogue: Catalogue,
  strict: boolean,
): readonly ServiceResult[] {
  const left = untestedMusts(requirements, catalogue);
  const groups = Map.groupBy(tests, ({ suite }) => getService(suite));
  return [...groups].map(([name, own]) => {
    const counts = countTests(own, strict);
    const common = { name, counts };
    if (own.every(({ status }) => status === 'skipped')) {
      return { ...common, verdict: 'absent', reason: commonestReason(own) };
    }
    if (counts.failed + counts.errors > 0) return { ...common, verdict: 'not conformant', reason: null };
    const ids = new Set(own.map(({ id }) => id));
    const isPartial = left.some(({ tests: bound }) => bound.some((id) => ids.has(id)));
    return { ...common, verdict: isPartial ? 'partial' : 'conformant', reason: null };
  });
}

/** Each MUST without a completed test. */
export function untestedMusts(
  requirements: readonly RequirementResult[],
  catalogue: Catalogue,
): readonly RequirementResult[] {
  return requirements.filter(
    ({ id, status }) =>
      (status === 'skipped' || status === 'untested') && catalogue.get(id)?.level === 'must',
  );
}

/** The services that a verdict covers, as text; a single word for all if none is absent. */
export function namePresent(services: readonly ServiceResult[]): string {
  const present = services.filter(({ verdict }) => verdict !== 'absent').map(({ name }) => name);
  const hasAll = present.length === services.length && present.length > 3;
  return hasAll ? `all ${present.length} services` : present.join(', ');
}

function commonestReason(tests: readonly TestResult[]): string {
  const groups = [...Map.groupBy(tests, ({ reason }) => reason ?? '')];
  return groups.reduce((most, one) => (one[1].length > most[1].length ? one : most))[0];
}
