import { levels } from '../levels.ts';
import type { Finding, TestResult } from '../results.ts';

/** What failed in a test: the highest level first, and of one level what the test is about. */
export function failedFindings({
  findings,
  requirements,
}: Pick<TestResult, 'findings' | 'requirements'>): Finding[] {
  const own = new Set(requirements);
  const rank = ({ requirement, level }: Finding) =>
    levels.indexOf(level) * 2 + Number(requirement !== null && own.has(requirement));
  return findings.filter(({ status }) => status === 'failed').toSorted((a, b) => rank(b) - rank(a));
}
