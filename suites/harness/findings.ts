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
  /**
   * Whether an error is the target's: it failed an assertion, or could not be read. An answer counts as unreadable where
   * one of the test differs from the contract, or where reading a value of any answer is what threw.
   */
  blames(error: unknown): boolean;
  /** Why the first skipped check was skipped; null where none was. */
  readonly skipped: string | null;
}

/**
 * @param atMost the highest level that a finding of this test can have
 * @param answered whether the target has answered the test
 * @throws HarnessError from every method that gets an id which is not in the catalogue.
 */
export function createFindings(
  catalogue: Catalogue,
  atMost: Level = 'must',
  answered: () => boolean = () => false,
): Findings {
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
  const blames: Findings['blames'] = (error) => {
    if (error instanceof ConformanceFailure) return true;
    if (error instanceof HarnessError || error instanceof SkipTest) return false;
    return list.some((one) => one.status === 'failed') || (answered() && isOfReading(error));
  };
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
        if (error instanceof SkipTest) {
          skipped ??= error.message;
          return false;
        }
        if (!blames(error)) throw error;
        note(requirement, level, toReason(error), toEvidence(error));
        return false;
      }
    },
    settle(requirements, message, evidence) {
      for (const id of requirements) if (!checked.has(id)) note(id, getLevel(id), message, evidence);
    },
    blames,
    get skipped() {
      return skipped;
    },
  };
}

/**
 * Whether a runtime throws such an error at a value of another kind than the code reads. The same code reads the answers
 * of two other servers in every release, so the kind of value is the target's.
 */
const isOfReading = (error: unknown): boolean =>
  error instanceof TypeError ||
  error instanceof RangeError ||
  error instanceof SyntaxError ||
  error instanceof URIError ||
  error instanceof DOMException;

/** What a finding says of an error that is the target's. */
export function toReason(error: unknown): string {
  if (error instanceof ConformanceFailure) return error.message;
  return `an answer can't be read: ${String(error)}`;
}

/** The evidence of a thrown error. */
export const toEvidence = (error: unknown): Evidence | undefined =>
  error instanceof ConformanceFailure ? error.evidence : undefined;
