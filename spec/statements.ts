import type { Certainty } from './certainty.ts';
import type { Feature, Level, Requirement, RequirementId } from './requirement.ts';

/** What a group of statements has in common. */
export interface StatementSource {
  readonly passage: string;
  readonly certainty: Certainty;
  readonly feature?: Feature;
  /** Left out, it is the highest level that the certainty carries outside and inside a feature. */
  readonly level?: Level;
}

/** A requirement whose id is known as a literal, so that tests are bound to ids that exist. */
export type Statement<Id extends RequirementId> = Requirement & { readonly id: Id };

function levelOf({ certainty, feature }: StatementSource): Level {
  if (certainty === 'seed') return 'must';
  if (certainty === 'documented')
    return feature && feature !== 'edge' && feature !== 'events' ? 'must' : 'should';
  return 'may';
}

/**
 * Writes the requirements of one passage: the source once, then one sentence per id.
 *
 * A `documented` statement is `must` inside a feature that a target chooses to claim as behaviour of its
 * own; `edge` and `events` say only what can be reached, so there it stays `should`.
 *
 * @example
 * statements({ passage: 'token-validation.md: JSON Web Key', certainty: 'seed' }, {
 *   'TV-KEY-4': 'A key without a `kid` is refused.',
 * });
 */
export function statements<const Id extends RequirementId>(
  source: StatementSource,
  sentences: Readonly<Record<Id, string>>,
): readonly Statement<Id>[] {
  const { passage, certainty, feature } = source;
  const level = source.level ?? levelOf(source);
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
