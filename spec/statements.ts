import type { Certainty } from './certainty.ts';
import {
  type Feature,
  highestLevel,
  type Level,
  type Requirement,
  type RequirementId,
} from './requirement.ts';

/** What a group of statements shares. */
export interface StatementSource {
  readonly passage: string;
  readonly certainty: Certainty;
  readonly feature?: Feature;
  /** By default the highest level for the certainty. */
  readonly level?: Level;
}

/** A requirement whose id is a literal type, so that tests are bound to existing ids. */
export type Statement<Id extends RequirementId> = Requirement & { readonly id: Id };

/**
 * Writes the requirements of one passage: the source once, then one sentence per id.
 *
 * @example
 * statements({ passage: 'token-validation.md: JSON Web Key', certainty: 'seed' }, {
 *   'TV-KEY-4': 'The server stores no key without a `kid`.',
 * });
 */
export function statements<const Id extends RequirementId>(
  source: StatementSource,
  sentences: Readonly<Record<Id, string>>,
): readonly Statement<Id>[] {
  const { passage, certainty, feature } = source;
  const level = source.level ?? highestLevel[certainty];
  const rows = Object.entries(sentences) as [Id, string][]; // Object.entries widens the keys to string
  return rows.map(([id, sentence]) => ({
    id,
    level,
    sentence,
    passage,
    certainty,
    ...(feature === undefined ? {} : { feature }),
  }));
}
