import type { endpoints } from '../../../spec/services/user/endpoints.ts';
import { mayReachAccount } from '../../api/access/authorize.ts';
import type { Service } from '../../api/call.ts';
import { paginate } from '../../api/page.ts';
import type { AccountTenant } from '../../world/account-tenant.ts';
import type { Actor } from '../../world/credentials.ts';
import type { World } from '../../world/world.ts';

/** The caller's credential, and the accounts that it can access: live API answers that users report. */
export function createUserService(): Service<typeof endpoints> {
  return {
    'user.token.verify': ({ actor }) => ({
      result: { id: actor.id, status: actor.status },
      // Code 10000 means success in `messages`, and failure in `errors`.
      messages: [{ code: 10000, message: 'This API Token is valid and active' }],
    }),

    'user.account.list': ({ world, actor, query }) => {
      const { items, info } = paginate(getAccounts(world, actor), query);
      return { result: items.map(accountView), page: info };
    },

    'user.membership.list': ({ world, actor, query }) => {
      const { items, info } = paginate(getAccounts(world, actor), query);
      const result = items.map((one) => ({
        // One for each account, and not that of the account itself.
        id: [...one.id].reverse().join(''),
        status: 'accepted' as const,
        account: accountView(one),
      }));
      return { result, page: info };
    },
  };
}

function getAccounts(world: World, actor: Actor): AccountTenant[] {
  return world.accounts.list().filter((account) => mayReachAccount(actor, account));
}

const accountView = ({ account }: AccountTenant) => ({ ...account, type: 'standard' as const });
