import type { Level } from '../../spec/requirement.ts';
import type { Catalogue } from './catalogue.ts';
import { ConformanceFailure, type Evidence, HarnessError, SkipTest } from './errors.ts';

import { lower } from './levels.ts';
import type { Finding } from './results.ts';

/** The findings of a test, by requirement. */
export interface Findings {
  readonly list: readonly Finding[];
  /** Adds a finding about a requirement; `message` null means that it holds. */
  add(requirement: string, message: string | null, evidence?: Evidence): void;
  /** Checks one requirement. Records a failure, leaves the requirement open on a skip, and goes on. */
  check(requirement: string, judge: () => Promise<unknown> | unknown): Promise<boolean>;
  /**
   * Settles the requirements of a test when it ends: if the test failed, each requirement that no check has judged
   * fails.
   */
  settle(requirements: readonly string[], message: string | null, evidence?: Evidence): void;
  /** Whether anything has failed so far. */
  failed(): boolean;
  /** Why the first skipped check was skipped; null where none was. */
  readonly skipped: string | null;
}

/**
 * @param atMost the highest level that a finding of this test can have
 * @throws HarnessError from every method that gets an id which is not in the catalogue.
 */
export function createFindings(catalogue: Catalogue, atMost: Level = 'must'): Findings {
  const list: Finding[] = [];
  const note = (requirement: string, level: Level, message: string | null, evidence?: Evidence) => {
    const known = list.findIndex((one) => one.requirement === requirement && one.message === message);
    if (known >= 0) return;
    // A failed requirement stays failed; repeated successes are one finding.
    const passed = list.findIndex((one) => one.requirement === requirement && one.status === 'passed');
    if (message === null && list.some((one) => one.requirement === requirement)) return;
    if (message !== null && passed >= 0) list.splice(passed, 1);
    list.push({
      requirement,
      level: lower(level, atMost),
      status: message === null ? 'passed' : 'failed',
      message,
      evidence: evidence ?? null,
    });
  };
  const getLevel = (id: string): Level => {
    const requirement = catalogue.get(id);
    if (!requirement) throw new HarnessError('requirement-unknown', `No requirement has the id ${id}`);
    return requirement.level;
  };
  const checked = new Set<string>();
  let skipped: string | null = null;
  const failed = () => list.some((one) => one.status === 'failed');
  return {
    list,
    add: (requirement, message, evidence) => note(requirement, getLevel(requirement), message, evidence),
    async check(requirement, judge) {
      const level = getLevel(requirement);
      checked.add(requirement);
      try {
        await judge();
        note(requirement, level, null);
        return true;
      } catch (error) {
        if (error instanceof HarnessError) throw error;
        if (error instanceof SkipTest) {
          skipped ??= error.message;
          return false;
        }
        if (!(error instanceof ConformanceFailure) && !failed()) throw error;
        note(requirement, level, error instanceof Error ? error.message : String(error), toEvidence(error));
        return false;
      }
    },
    settle(requirements, message, evidence) {
      for (const id of requirements) if (!checked.has(id)) note(id, getLevel(id), message, evidence);
    },
    failed,
    get skipped() {
      return skipped;
    },
  };
}

/** The evidence of a thrown error. */
export const toEvidence = (error: unknown): Evidence | undefined =>
  error instanceof ConformanceFailure ? error.evidence : undefined;
