import type { TestResult } from '../results.ts';
import { failedFindings } from './kept-results.ts';

/** A common cause of several failures. */
export interface Cause {
  /** The failure in one line, with `…` for what differs between tests. */
  readonly seen: string;
  /** Ids of those tests, in order. */
  readonly tests: readonly string[];
}

/**
 * Groups failed tests by their first failure: the same refused request, missing member or status. The largest group
 * comes first; tests with a unique failure are in no group.
 */
export function sharedCauses(tests: readonly TestResult[]): readonly Cause[] {
  const failed = tests.filter(({ status }) => status === 'failed' || status === 'error');
  const groups = Map.groupBy(failed, getCause);
  return [...groups]
    .filter(([seen, { length }]) => seen !== '' && length > 1)
    .map(([seen, group]) => ({ seen, tests: group.map(({ id }) => id) }))
    .sort((a, b) => b.tests.length - a.tests.length);
}

/** The failure of a test without unique parts: marks of the run, ids, numbers of several digits. */
function getCause(test: TestResult): string {
  const seen = failedFindings(test)[0]?.message ?? test.reason ?? '';
  return (seen.split('\n', 1)[0] ?? '')
    .replaceAll(/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b|\b[0-9a-f]{16,}\b/gi, '…')
    .replaceAll(/\bts-[a-z0-9]{6}\b[\w-]*/g, '…')
    .replaceAll(/\d{4,}/g, '…');
}
