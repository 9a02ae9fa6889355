import type { endpoints } from '../../../spec/services/user/endpoints.ts';
import type { Service } from '../../api/call.ts';
import { paginate } from '../../api/page.ts';
import { accountView, getAccounts, membershipView } from './account-view.ts';

/** The caller's credential, and the accounts that it can access: live API answers that users report. */
export function createUserService(): Service<typeof endpoints> {
  return {
    'user.token.verify': ({ actor }) => ({
      result: { id: actor.id, status: actor.status, ...actor.period },
      // Code 10000 means success in `messages`, and failure in `errors`.
      messages: [{ code: 10000, message: 'This API Token is valid and active' }],
    }),

    'user.account.list': ({ world, actor, query }) => {
      const { items, info } = paginate(getAccounts(world, actor), query);
      return { result: items.map(accountView), page: info };
    },

    'user.membership.list': ({ world, actor, query }) => {
      const { items, info } = paginate(getAccounts(world, actor), query);
      return { result: items.map(membershipView), page: info };
    },
  };
}
