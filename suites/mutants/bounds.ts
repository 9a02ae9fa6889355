import { valueAt } from '../../spec/member-schema.ts';
import { boundRequirements, toRecipe } from '../v4/bounds.suite.ts';
import type { Mutant } from './mutant.ts';

/**
 * The wrong servers of what the contract bounds: one refuses what stands at the bound, or takes what is beyond it for
 * something valid. Texts at their longest have a second one, which counts bytes.
 */
export const boundMutants: readonly Mutant[] = boundRequirements.flatMap(({ id, bound }): Mutant[] => {
  const recipe = toRecipe(bound);
  const wrong = {
    id: `wrong-bound-${id.toLowerCase()}`,
    requirement: id,
    // What names a resource can't be had twice.
    bound: {
      ...bound,
      ...(recipe.unique ? { sample: valueAt(recipe.shape, bound.pointers[0] ?? '') } : {}),
    },
  };
  if (!bound.kinds.includes('longest')) return [wrong];
  return [wrong, { ...wrong, id: `${wrong.id}-in-bytes`, bound: { ...wrong.bound, inBytes: true } }];
});
