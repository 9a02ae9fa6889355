import { defaultGatewaySettings } from '../../../../spec/services/ai-gateway/gateways.ts';
import { defaultGatewayId } from '../../../../spec/services/ai-gateway/limits.ts';
import type { AccountTenant } from '../../../world/account-tenant.ts';
import type { StoredGateway } from '../../../world/gateway-records.ts';
import { gatewayRecord } from './gateway-record.ts';

/**
 * The gateway that a run names. The gateway `default` is made when it is first used, and again after its
 * deletion, whatever the number of gateways; no other one is: fact sheet inference, section 6.7.
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
