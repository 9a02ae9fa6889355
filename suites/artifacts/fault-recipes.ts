import type { BodyInput, Contract } from '../../spec/contract.ts';
import { succeeded } from '../harness/caller.ts';
import { type FaultRecipe, recipe } from '../v4/faults.ts';
import { freshName, inSpace, madeRepo } from './repositories.ts';

const order: BodyInput<Contract['artifacts.tokens.create']> = { repo: 'starter', scope: 'read', ttl: 3600 };

/** How to judge refusals: no seed says what is refused, or that the answer is an envelope. */
const requirement = 'AR-ERR-16';

/** How to create repositories with faulty bodies. Each needs its own name. */
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
 * How to create tokens with faulty bodies. Operations that create a repository have no recipe: after the valid body,
 * every faulty one would be refused as a duplicate. Their own suite tests faults.
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
