import type { Bound } from './bound.ts';
import type { Certainty } from './certainty.ts';
import { TouchstoneError } from './touchstone-error.ts';

/** RFC 2119 levels. The certainty of a requirement limits its level. */
export type Level = 'must' | 'should' | 'may';

/**
 * A stable id: service prefix, group, number, for example `TV-KEY-4`. Ids are never reused. Requirements of an OpenAPI
 * document have the id of an operation: `DOC-lamps-create-fits`.
 */
export type RequirementId = `${string}-${string}-${number}` | `DOC-${string}`;

/** An optional part of the platform; a target claims the features it has. */
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
  /** The requirement in one present-tense sentence. */
  readonly sentence: string;
  /** Its source: a seed document or a source of `spec/sources.ts`, and the section. */
  readonly passage: string;
  readonly certainty: Certainty;
  /** Limits the requirement to targets that claim this optional feature. */
  readonly feature?: Feature;
  /** Set if it follows from the contract, which then also makes its tests and wrong servers. */
  readonly bound?: Bound;
}

/** The highest level for a certainty. */
export const highestLevel: Record<Certainty, Level> = {
  seed: 'must',
  documented: 'should',
  observed: 'may',
  inferred: 'may',
  schema: 'may',
};

const rank: Record<Level, number> = { must: 2, should: 1, may: 0 };

/** Thrown by {@link defineRequirements} when the level of a requirement exceeds its certainty. */
export class RequirementError extends TouchstoneError {}

/**
 * Checks a list of requirements and returns it unchanged.
 *
 * Only `seed` may be `must`, and `documented` may be `should`; the rest are `may`. A feature that a target claims adds
 * tests, but never a `must`.
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
