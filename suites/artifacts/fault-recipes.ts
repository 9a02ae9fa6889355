import type { BodyInput, Contract } from '../../spec/contract.ts';
import { type FaultRecipe, recipe } from '../v4/faults.ts';
import { inSpace, madeRepo } from './repositories.ts';

const order: BodyInput<Contract['artifacts.tokens.create']> = { repo: 'starter', scope: 'read', ttl: 3600 };

/**
 * How tokens are asked for with faulty bodies. Whatever makes a repository has no recipe: behind the valid body every
 * faulty one is refused as a duplicate, so their own suite refuses faults.
 */
export const tokenRecipes: readonly FaultRecipe[] = [
  recipe('artifacts.tokens.create', {
    shape: order,
    prepare: async (t) => {
      const { namespace, name, params } = await madeRepo(t);
      return {
        params: inSpace(t, namespace),
        body: { ...order, repo: name },
        snapshot: async () => (await t.call('artifacts.tokens.list', { params })).body.result,
      };
    },
  }),
];
