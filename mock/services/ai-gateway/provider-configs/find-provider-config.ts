import { defaultAlias } from '../../../../spec/services/ai-gateway/provider-configs.ts';
import type { AccountTenant } from '../../../world/account-tenant.ts';
import type { StoredProviderConfig } from '../../../world/gateway-records.ts';

/** The key that a request is sent with, and the aliases it could have named. */
export interface ProviderKey {
  readonly config: StoredProviderConfig | undefined;
  /** Of all keys that the gateway has for the provider, oldest first. */
  readonly aliases: readonly string[];
}

/**
 * The key of a provider that a gateway has: the one of an alias, or without one the provider's default, or
 * the one whose alias is `default`. Fact sheet inference, sections 6.1 and 6.8.
 *
 * @example
 * const { config, aliases } = findProviderConfig(account, gateway.id, 'openai', headers['cf-aig-byok-alias']);
 */
export function findProviderConfig(
  account: AccountTenant,
  gatewayId: string,
  provider: string,
  alias?: string,
): ProviderKey {
  const configs = account.providerConfigs
    .list()
    .filter((config) => config.gatewayId === gatewayId && config.resource.provider_slug === provider);
  const aliased = (wanted: string) => configs.find(({ resource }) => resource.alias === wanted);
  return {
    config:
      alias === undefined
        ? (configs.find(({ resource }) => resource.default_config) ?? aliased(defaultAlias))
        : aliased(alias),
    aliases: configs.map(({ resource }) => resource.alias),
  };
}
