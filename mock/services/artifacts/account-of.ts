import { TouchstoneError } from '../../../spec/touchstone-error.ts';
import type { AccountTenant } from '../../world/account-tenant.ts';
import type { World } from '../../world/world.ts';

/** The account that a path names; whoever got here may reach it. */
export function accountOf(world: World, { account_id }: { readonly account_id: string }): AccountTenant {
  const account = world.account(account_id);
  if (!account) throw new TouchstoneError('account', 'A call for an account that is not there got through');
  return account;
}

/** The origin that a request was sent to, which remotes begin with. */
export const originOf = ({ url }: Pick<Request, 'url'>): string => new URL(url).origin;
