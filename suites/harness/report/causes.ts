import type { TestResult } from '../results.ts';
import { failedFindings } from './kept-results.ts';

/** What several tests failed for. */
export interface Cause {
  /** What was seen, in one line; what differs from test to test is `…`. */
  readonly seen: string;
  /** Ids of those tests, in order. */
  readonly tests: readonly string[];
}

/**
 * Groups tests that failed by what was seen first in each: the same refused request, missing member or status. The
 * largest group comes first; a test that failed for a reason of its own is in none.
 */
export function sharedCauses(tests: readonly TestResult[]): readonly Cause[] {
  const failed = tests.filter(({ status }) => status === 'failed' || status === 'error');
  const groups = Map.groupBy(failed, getCause);
  return [...groups]
    .filter(([seen, { length }]) => seen !== '' && length > 1)
    .map(([seen, group]) => ({ seen, tests: group.map(({ id }) => id) }))
    .sort((a, b) => b.tests.length - a.tests.length);
}

/** What a test failed for, without what is its own alone: marks of the run, ids, numbers of several digits. */
function getCause(test: TestResult): string {
  const seen = failedFindings(test)[0]?.message ?? test.reason ?? '';
  return (seen.split('\n', 1)[0] ?? '')
    .replaceAll(/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b|\b[0-9a-f]{16,}\b/gi, '…')
    .replaceAll(/\bts-[a-z0-9]{6}\b[\w-]*/g, '…')
    .replaceAll(/\d{4,}/g, '…');
}
