import type { BodyInput, Contract } from '../../spec/contract.ts';
import type { TestContext } from '../harness/context.ts';
import { type FaultRecipe, recipe } from '../v4/faults.ts';

const order: BodyInput<Contract['artifacts.tokens.create']> = { repo: 'starter', scope: 'read', ttl: 3600 };

/** A namespace that the suites share; what they leave in it carries the mark of their run. */
const namespace = 'touchstone';

/** A repository that goes with its test. */
async function madeRepository(t: TestContext): Promise<{ readonly name: string }> {
  const space = { account_id: t.accountId, namespace };
  // An id of a gateway may be the name of a repository just as well.
  const name = t.gatewayId();
  t.after(async () => {
    await t.ask('artifacts.repos.delete', { params: { ...space, repo_name: name } });
  });
  await t.call('artifacts.repos.create', { params: space, body: { name } });
  return { name };
}

/**
 * How tokens are asked for with faulty bodies. Whatever makes a repository has no recipe: behind the valid body every
 * faulty one is refused as a duplicate, so their own suite refuses faults.
 */
export const tokenRecipes: readonly FaultRecipe[] = [
  recipe('artifacts.tokens.create', {
    shape: order,
    prepare: async (t) => {
      const { name } = await madeRepository(t);
      const params = { account_id: t.accountId, namespace };
      const listed = { ...params, repo_name: name };
      return {
        params,
        body: { ...order, repo: name },
        snapshot: async () => (await t.call('artifacts.tokens.list', { params: listed })).body.result,
      };
    },
  }),
];
