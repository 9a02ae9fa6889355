import type { Level } from '../../../spec/requirement.ts';
import { levels } from '../levels.ts';
import type { TestResult } from '../results.ts';
import { failedFindings } from './kept-results.ts';

/** A common cause of several failures. */
export interface Cause {
  /** The level at which it fails its tests; null where it is an error of the run. */
  readonly level: Level | null;
  /** The failure of the first test in one line, with `…` for what differs between tests; its paths are whole. */
  readonly seen: string;
  /** Ids of those tests, in order. */
  readonly tests: readonly string[];
}

/**
 * Groups failed tests by their failures: the same refused request, missing member or status. A test with several
 * failures belongs to the most common one of those with the highest level. Groups of the highest level come first, then
 * the largest; tests with a unique failure are in no group.
 */
export function sharedCauses(tests: readonly TestResult[]): readonly Cause[] {
  const failed = tests
    .filter(({ status }) => status === 'failed' || status === 'error')
    .map((test) => ({ test, ...getCauses(test) }));
  const keyOf = (level: Level | null, seen: string) => `${level} ${seen}`;
  const sizes = new Map<string, number>();
  for (const { level, causes } of failed) {
    for (const kind of causes.keys()) sizes.set(keyOf(level, kind), (sizes.get(keyOf(level, kind)) ?? 0) + 1);
  }
  const groups = new Map<string, { level: Level | null; seen: string; tests: string[] }>();
  for (const { test, level, causes } of failed) {
    const size = (one: string) => sizes.get(keyOf(level, one)) ?? 0;
    const [[kind, seen] = []] = [...causes].sort(([a], [b]) => size(b) - size(a));
    if (!kind || seen === undefined) continue;
    const group = groups.get(keyOf(level, kind)) ?? { level, seen, tests: [] };
    group.tests.push(test.id);
    groups.set(keyOf(level, kind), group);
  }
  const rank = ({ level }: Cause) => (level === null ? levels.length : levels.indexOf(level));
  return [...groups.values()]
    .filter((group) => group.tests.length > 1)
    .sort((a, b) => rank(b) - rank(a) || b.tests.length - a.tests.length);
}

/** The cause as reports show it: the number of its tests, their level, and the failure. */
export const describeCause = ({ level, seen, tests }: Cause): string =>
  `${tests.length} tests${level === null ? '' : ` [${level.toUpperCase()}]`}: ${seen}`;

/** The failures of a test at its highest level by kind, which is the same at any position of a list. */
function getCauses(test: TestResult): {
  readonly level: Level | null;
  readonly causes: ReadonlyMap<string, string>;
} {
  const findings = test.status === 'error' ? [] : failedFindings(test);
  const level = findings[0]?.level ?? null;
  const highest = findings.filter((finding) => finding.level === level);
  const messages = highest.length > 0 ? highest.map(({ message }) => message) : [test.reason];
  const seen = messages.map((message) => getCause(message ?? ''));
  return { level, causes: new Map(seen.map((one) => [one.replaceAll(/\/\d+(?=[\s/:,]|$)/g, '/…'), one])) };
}

/** A failure without unique parts: marks of the run, ids, numbers of several digits. */
function getCause(message: string): string {
  return (message.split('\n', 1)[0] ?? '')
    .replaceAll(/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b|\b[0-9a-f]{16,}\b/gi, '…')
    .replaceAll(/\bts-[a-z0-9]{6}\b[\w-]*/g, '…')
    .replaceAll(/; \d+ more (?:is|are) alike$/g, '')
    .replaceAll(/\d{4,}/g, '…');
}
