import { valueAt } from '../../spec/member-schema.ts';
import { boundRequirements, toRecipe } from '../v4/bounds.suite.ts';
import type { Mutant } from './mutant.ts';

/**
 * Wrong servers for the bounds of the contract: one per bound refuses the value at the bound, or replaces a value
 * beyond it with a valid one. Maximum lengths of text have a second one, which counts bytes.
 */
export const boundMutants: readonly Mutant[] = boundRequirements.flatMap(({ id, bound }): Mutant[] => {
  const recipe = toRecipe(bound);
  const wrong = {
    id: `wrong-bound-${id.toLowerCase()}`,
    requirement: id,
    // Unique names of resources need a new value.
    bound: {
      ...bound,
      ...(recipe.unique ? { sample: valueAt(recipe.shape, bound.pointers[0] ?? '') } : {}),
    },
  };
  if (!bound.kinds.includes('longest')) return [wrong];
  return [wrong, { ...wrong, id: `${wrong.id}-in-bytes`, bound: { ...wrong.bound, inBytes: true } }];
});
