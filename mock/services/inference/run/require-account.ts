import { ApiError } from '../../../../spec/errors.ts';
import type { AccountTenant } from '../../../world/account-tenant.ts';
import type { World } from '../../../world/world.ts';

/** The account that a path names. @throws ApiError `account-unknown` */
export function requireAccount(world: World, id: string): AccountTenant {
  const account = world.account(id);
  if (!account) throw new ApiError('account-unknown');
  return account;
}
