import { mayReachAccount } from '../../api/access/authorize.ts';
import type { Account, AccountTenant } from '../../world/account-tenant.ts';
import type { Actor } from '../../world/credentials.ts';
import type { World } from '../../world/world.ts';
import { ownerRole } from './roles.ts';

/** The accounts that a credential can access. */
export const getAccounts = (world: World, actor: Actor): AccountTenant[] =>
  world.accounts.list().filter((account) => mayReachAccount(actor, account));

/** An account as the API answers it. */
export const accountView = ({
  account: { settings, type = 'standard', ...account },
}: {
  readonly account: Account;
}) => ({
  ...account,
  type,
  settings: { ...settings, enforce_twofactor: settings?.enforce_twofactor ?? false },
});

/** The membership of the user in an account. */
export const membershipView = ({ id, account }: AccountTenant) => ({
  id: membershipId(id),
  status: 'accepted' as const,
  account: accountView({ account }),
  roles: [ownerRole.name],
  permissions: ownerRole.permissions,
});

/** One for each account, and not that of the account itself. */
export const membershipId = (accountId: string): string => [...accountId].reverse().join('');
