import type { Bound } from './bound.ts';
import type { Certainty } from './certainty.ts';
import { TouchstoneError } from './touchstone-error.ts';

/** RFC 2119 levels. Which level a requirement may have follows from its certainty. */
export type Level = 'must' | 'should' | 'may';

/** A stable id: service prefix, group, number, for example `TV-KEY-4`. Ids are never reused. */
export type RequirementId = `${string}-${string}-${number}`;

/** What an implementation may leave out; a target claims the features it has. */
export type Feature =
  | 'edge'
  | 'events'
  | 'clock'
  | 'admin'
  | 'legacy-auth'
  | 'read-only-token'
  | 'browser'
  | 'pages'
  | (string & {});

/** One testable sentence about the platform, as data. */
export interface Requirement {
  readonly id: RequirementId;
  readonly level: Level;
  /** What holds, in one present-tense sentence of ours. */
  readonly sentence: string;
  /** Where it comes from: a seed document or a source of `spec/sources.ts`, and the section. */
  readonly passage: string;
  readonly certainty: Certainty;
  /** Set when the requirement binds only targets that claim this optional feature. */
  readonly feature?: Feature;
  /** Set when it follows from the contract, which then makes its tests and wrong servers too. */
  readonly bound?: Bound;
}

/** The highest level that a certainty can carry. */
export const highestLevel: Record<Certainty, Level> = {
  seed: 'must',
  documented: 'should',
  observed: 'may',
  inferred: 'may',
};

const rank: Record<Level, number> = { must: 2, should: 1, may: 0 };

/** Thrown by {@link defineRequirements} when a requirement claims more than its certainty carries. */
export class RequirementError extends TouchstoneError {}

/**
 * Checks a list of requirements and returns it unchanged.
 *
 * Only `seed` may be `must`, and `documented` may be `should`; the rest are `may`. A feature that a target claims
 * makes tests ask for more, and none of them a `must`.
 *
 * @throws RequirementError when an id is repeated, malformed, or its level exceeds its certainty.
 *
 * @example
 * defineRequirements([
 *   { id: 'TV-KEY-4', level: 'must', sentence: 'The kid of a key is required.',
 *     passage: 'token-validation.md, JSON Web Key', certainty: 'seed' },
 * ]);
 */
export function defineRequirements<const T extends readonly Requirement[]>(list: T): T {
  const seen = new Set<string>();
  for (const { id, level, certainty } of list) {
    if (!/^[A-Z0-9]+-[A-Z0-9]+-[1-9]\d*$/.test(id)) {
      throw new RequirementError('requirement-id', `${id} is not a requirement id such as TV-KEY-4`);
    }
    if (seen.has(id)) throw new RequirementError('requirement-id', `${id} is defined twice`);
    seen.add(id);
    const ceiling = highestLevel[certainty];
    if (rank[level] > rank[ceiling]) {
      throw new RequirementError(
        'requirement-level',
        `${id} is ${certainty}, so it can be ${ceiling} at most`,
      );
    }
  }
  return list;
}
