import { ApiError } from '../../../../spec/errors.ts';
import type {
  ProviderConfig,
  providerConfigEndpoints,
} from '../../../../spec/services/ai-gateway/provider-configs.ts';
import type { Service } from '../../../api/call.ts';
import { paginate } from '../../../api/page.ts';
import type { AccountTenant } from '../../../world/account-tenant.ts';
import type { StoredProviderConfig } from '../../../world/gateway-records.ts';
import { findGateway } from '../gateways/ensure-gateway.ts';

/** An account's own keys of providers: cloudflare-typescript, AI Gateway. */
export function createProviderConfigHandlers(): Service<typeof providerConfigEndpoints> {
  return {
    'ai-gateway.provider-config.list': ({ world, params, query }) => {
      const { account, gateway } = findGateway(world, params);
      const configs = getConfigs(account, gateway.id).map(({ resource }) => resource);
      const { items, info } = paginate(configs, query);
      return { result: items, page: info };
    },

    'ai-gateway.provider-config.create': ({ world, params, body }) => {
      const { account, gateway } = findGateway(world, params);
      const { secret = '', secret_id: secretId, rate_limit_period: period = 60, ...given } = body;
      if (secret === '' && secretId === undefined) {
        throw invalid('secret', 'is required where no secret_id names a stored one');
      }
      const others = getConfigs(account, gateway.id, given.provider_slug);
      // Aliases distinguish the keys of one provider (inferred).
      if (others.some(({ resource }) => resource.alias === given.alias)) {
        throw invalid('alias', 'is the alias of another key of this provider');
      }
      if (given.default_config) account.providerConfigs.put(...others.map(withoutDefault));
      const id = world.ids.uuid();
      const resource: ProviderConfig = {
        id,
        gateway_id: gateway.id,
        ...given,
        secret_id: secretId ?? world.ids.hex32(),
        secret_preview: previewSecret(secret),
        rate_limit_period: period,
        modified_at: account.clock.timestamp(),
      };
      account.providerConfigs.put({ id, gatewayId: gateway.id, secret, resource });
      return { result: resource };
    },

    'ai-gateway.provider-config.update': ({ world, params, body: { secret } }) => {
      const { account, gateway } = findGateway(world, params);
      const before = account.providerConfigs.get(params.provider_config_id);
      if (before?.gatewayId !== gateway.id) throw new ApiError('gateway-config-unknown');
      const resource = {
        ...before.resource,
        secret_preview: previewSecret(secret),
        modified_at: account.clock.timestamp(),
      };
      account.providerConfigs.put({ ...before, secret, resource });
      return { result: resource };
    },
  };
}

/** The keys of a gateway, or of one of its providers, oldest first. */
function getConfigs(account: AccountTenant, gatewayId: string, provider?: string): StoredProviderConfig[] {
  return account.providerConfigs
    .list()
    .filter((config) => config.gatewayId === gatewayId)
    .filter(({ resource }) => provider === undefined || resource.provider_slug === provider);
}

/** A provider has one default key: a new one replaces the old one (inferred). */
function withoutDefault(config: StoredProviderConfig): StoredProviderConfig {
  return { ...config, resource: { ...config.resource, default_config: false } };
}

function invalid(field: string, problem: string): ApiError {
  return new ApiError('gateway-config-invalid', { field, problem }, `/${field}`);
}

/** Characters to show at either end. */
const shown = 4;

/**
 * A secret as shown: its ends, or nothing when the ends would reveal it (inferred).
 *
 * @example
 * previewSecret('sk-proj-0123456789abcdef') // 'sk-p...cdef'
 */
function previewSecret(secret: string): string {
  return secret.length < shown * 4 ? '...' : `${secret.slice(0, shown)}...${secret.slice(-shown)}`;
}
