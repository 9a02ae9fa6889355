import { ApiError } from '../../../../spec/errors.ts';
import { defaultGatewaySettings } from '../../../../spec/services/ai-gateway/gateways.ts';
import { defaultGatewayId } from '../../../../spec/services/ai-gateway/limits.ts';
import { TouchstoneError } from '../../../../spec/touchstone-error.ts';
import type { AccountTenant } from '../../../world/account-tenant.ts';
import type { StoredGateway } from '../../../world/gateway-records.ts';
import type { World } from '../../../world/world.ts';
import { gatewayRecord } from './gateway-record.ts';

/**
 * The gateway that a run names. The gateway `default` is made when it is first used, and again after its
 * deletion, whatever the number of gateways; no other one is: Cloudflare docs, AI Gateway manage gateways.
 *
 * @returns undefined for a gateway that nobody made
 *
 * @example
 * const gateway = ensureGateway(account, headers['cf-aig-gateway-id'] ?? 'default');
 * if (!gateway) throw new ApiError('gateway-unknown', { id });
 */
export function ensureGateway(account: AccountTenant, id: string): StoredGateway | undefined {
  const known = account.gateways.get(id);
  if (known || id !== defaultGatewayId) return known;
  const now = account.clock.timestamp();
  const made = gatewayRecord(defaultGatewaySettings, { id, created_at: now, modified_at: now });
  account.gateways.put(made);
  return made;
}

/** What a path of the configuration names. */
export interface GatewayParams {
  readonly account_id: string;
  readonly gateway_id: string;
}

/** The account that a path names; whoever got here may reach it. */
export function getAccount(world: World, { account_id }: Pick<GatewayParams, 'account_id'>): AccountTenant {
  const account = world.account(account_id);
  if (!account) throw new TouchstoneError('account', 'A call for an account that is not there got through');
  return account;
}

/**
 * The gateway that a path names, and its account.
 *
 * @throws ApiError `gateway-config-unknown`
 */
export function findGateway(
  world: World,
  params: GatewayParams,
): { readonly account: AccountTenant; readonly gateway: StoredGateway } {
  const account = getAccount(world, params);
  const gateway = account.gateways.get(params.gateway_id);
  if (!gateway) throw new ApiError('gateway-config-unknown');
  return { account, gateway };
}
