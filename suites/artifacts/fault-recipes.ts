import type { BodyInput, Contract } from '../../spec/contract.ts';
import { succeeded } from '../harness/caller.ts';
import { type FaultRecipe, recipe } from '../v4/faults.ts';
import { freshName, inSpace, madeRepo } from './repositories.ts';

const order: BodyInput<Contract['artifacts.tokens.create']> = { repo: 'starter', scope: 'read', ttl: 3600 };

/** What refusals are judged by: no seed says what is refused, and that in an envelope. */
const requirement = 'AR-ERR-16';

/** How repositories are made with faulty bodies; each needs a name of its own. */
export const repoRecipe = recipe('artifacts.repos.create', {
  requirement,
  unique: true,
  shape: { name: 'starter', description: 'A start' },
  prepare: async (t) => {
    const params = inSpace(t, freshName(t));
    return {
      params,
      body: { name: freshName(t), description: 'A start' },
      snapshot: async () => {
        const reply = await t.ask('artifacts.repos.list', { params });
        return succeeded(reply) ? reply.body : null;
      },
    };
  },
});

/**
 * How tokens are asked for with faulty bodies. Whatever makes a repository has no recipe: behind the valid body every
 * faulty one is refused as a duplicate, so their own suite refuses faults.
 */
export const tokenRecipes: readonly FaultRecipe[] = [
  recipe('artifacts.tokens.create', {
    requirement,
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
