import { basePath } from '../../../../spec/endpoint.ts';
import { ApiError } from '../../../../spec/errors.ts';
import type { GatewayUpdate, gatewayEndpoints } from '../../../../spec/services/ai-gateway/gateways.ts';
import { gatewayHost } from '../../../../spec/services/ai-gateway/limits.ts';
import type { Service } from '../../../api/call.ts';
import { paginate } from '../../../api/page.ts';
import type { AccountTenant } from '../../../world/account-tenant.ts';
import type { World } from '../../../world/world.ts';
import { includesText } from '../members.ts';
import { findGateway, getAccount } from './ensure-gateway.ts';
import { gatewayRecord } from './gateway-record.ts';

/** Options of the configuration of gateways. */
export interface GatewayOptions {
  /** Most gateways of an account; the limit doesn't stop the creation of the default one. */
  readonly gatewaysPerAccount: number;
}

/** Gateways and their settings: cloudflare-typescript, AI Gateway. */
export function createGatewayHandlers({
  gatewaysPerAccount: limit,
}: GatewayOptions): Service<typeof gatewayEndpoints> {
  return {
    'ai-gateway.gateway.list': ({ world, params, query }) => {
      const found = getAccount(world, params)
        .gateways.list()
        .filter(({ id }) => includesText([id], query.search));
      const { items, info } = paginate(found, query);
      return { result: items, page: info };
    },

    'ai-gateway.gateway.create': ({ world, params, body }) => {
      const account = getAccount(world, params);
      const { id, ...settings } = body;
      if (account.gateways.get(id)) throw new ApiError('gateway-exists', { id }, '/id');
      if (account.gateways.size >= limit) throw new ApiError('gateway-limit', { limit });
      const now = account.clock.timestamp();
      const gateway = gatewayRecord(withRuleIds(settings, world), { id, created_at: now, modified_at: now });
      account.gateways.put(gateway);
      return { result: gateway };
    },

    'ai-gateway.gateway.get': ({ world, params }) => ({ result: findGateway(world, params).gateway }),

    'ai-gateway.gateway.update': ({ world, params, body }) => {
      const { account, gateway: before } = findGateway(world, params);
      const { id, created_at } = before;
      const modified_at = account.clock.timestamp();
      const gateway = gatewayRecord(withRuleIds(body, world), { id, created_at, modified_at });
      account.gateways.put(gateway);
      return { result: gateway };
    },

    'ai-gateway.gateway.delete': ({ world, params }) => {
      const { account, gateway } = findGateway(world, params);
      removeGateway(account, gateway.id);
      return { result: gateway };
    },

    // The platform serves gateways on a host of their own, the mock below a path.
    'ai-gateway.gateway.url': ({ world, params, request }) => {
      const { account, gateway } = findGateway(world, params);
      const host = `${new URL(request.url).origin}${gatewayHost.path}`;
      return { result: `${host}/v1/${account.id}/${gateway.id}/${params.provider}` };
    },
  };
}

/** Removes a gateway with everything in it: logs, keys of providers, routes, datasets and evaluations. */
function removeGateway(account: AccountTenant, id: string): void {
  const ofGateway = ({ gatewayId }: { readonly gatewayId: string }) => gatewayId === id;
  const { providerConfigs, gatewayRoutes } = account;
  account.gateways.remove(id);
  account.gatewayLogs.forget(id);
  providerConfigs.remove(...providerConfigs.list().filter(ofGateway).map(getId));
  gatewayRoutes.remove(...gatewayRoutes.list().filter(ofGateway).map(getId));
  account.documented.removeTree(`${basePath}/accounts/${account.id}/ai-gateway/gateways/${id}`);
}

const getId = ({ id }: { readonly id: string }) => id;

/** Adds an id to each spend rule without one: refusals name the rule. */
function withRuleIds<S extends Pick<GatewayUpdate, 'spend_limits'>>(settings: S, { ids }: World): S {
  const { spend_limits: spending } = settings;
  if (!spending) return settings;
  const rules = spending.rules.map(({ id = ids.uuid(), ...rule }) => ({ id, ...rule }));
  return { ...settings, spend_limits: { ...spending, rules } };
}
