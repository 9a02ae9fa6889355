import { ApiError } from '../../../../spec/errors.ts';
import { defaultGatewaySettings } from '../../../../spec/services/ai-gateway/gateways.ts';
import { defaultGatewayId } from '../../../../spec/services/ai-gateway/limits.ts';
import { TouchstoneError } from '../../../../spec/touchstone-error.ts';
import type { AccountTenant } from '../../../world/account-tenant.ts';
import type { StoredGateway } from '../../../world/gateway-records.ts';
import type { World } from '../../../world/world.ts';
import { gatewayRecord } from './gateway-record.ts';

/**
 * The gateway of a run. The first use of the gateway `default` creates it, also after its deletion and beyond the limit
 * of gateways; no other gateway is created so: Cloudflare docs, AI Gateway manage gateways.
 *
 * @returns undefined for an unknown gateway
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

/** Path parameters of the configuration. */
export interface GatewayParams {
  readonly account_id: string;
  readonly gateway_id: string;
}

/** The account of a path; the caller is already authorized for it. */
export function getAccount(world: World, { account_id }: Pick<GatewayParams, 'account_id'>): AccountTenant {
  const account = world.account(account_id);
  if (!account) throw new TouchstoneError('account', 'A call for an unknown account reached its handler');
  return account;
}

/**
 * The gateway of a path, and its account.
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
