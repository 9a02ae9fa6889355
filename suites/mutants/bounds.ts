import { isAccepted } from '../../spec/bound.ts';
import { valueAt } from '../../spec/member-schema.ts';
import { boundRequirements, recipeOf } from '../v4/bounds.suite.ts';
import type { Mutant } from './mutant.ts';

/** What a server does that has the bound of a sentence wrong. */
function wrongly(sentence: string, accepted: boolean): string {
  const [, who, what] = /^(An? |The )?(.*?) (?:is|are) (?:refused|accepted)\b.*\.$/.exec(sentence) ?? [];
  if (what === undefined) return `It gets wrong: ${sentence}`;
  return `It ${accepted ? 'refuses' : 'takes'} ${(who ?? '').toLowerCase()}${what}.`;
}

/**
 * The wrong servers of what the contract bounds: one refuses what stands at the bound, or takes what is beyond it for
 * something valid. Texts at their longest have a second one, which counts bytes.
 */
export const boundMutants: readonly Mutant[] = boundRequirements.flatMap(
  ({ id, sentence, bound }): Mutant[] => {
    const recipe = recipeOf(bound);
    const wrong = {
      id: `wrong-bound-${id.toLowerCase()}`,
      requirement: id,
      does: wrongly(sentence, isAccepted(bound)),
      // What names a resource can't be had twice.
      bound: {
        ...bound,
        ...(recipe.unique ? { sample: valueAt(recipe.shape, bound.pointers[0] ?? '') } : {}),
      },
    };
    if (!bound.kinds.includes('longest')) return [wrong];
    const does = `It counts bytes where it should count characters: ${sentence}`;
    return [wrong, { ...wrong, id: `${wrong.id}-in-bytes`, does, bound: { ...wrong.bound, inBytes: true } }];
  },
);
