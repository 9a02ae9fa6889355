import { ApiError } from '../../../../spec/errors.ts';
import { defaultAlias, type ProviderConfig } from '../../../../spec/services/ai-gateway/provider-configs.ts';
import type { GatewayRun } from './gateway-run.ts';

/**
 * The account's own key for the provider of a run: the one with the run's alias, or the default one.
 *
 * @returns undefined when the account has none, and unified billing replaces it
 * @throws ApiError `byok-alias-unknown`, and `own-key-needed` when unified billing is not allowed
 */
export function getOwnKey({ request, gateway, headers, provider }: GatewayRun): ProviderConfig | undefined {
  const { account, hosted } = request;
  const alias = headers['cf-aig-byok-alias'];
  if (hosted && alias === undefined) return undefined;
  const keys = keysFor(account.providerConfigs.list(), gateway.id, provider);
  const found = keys.find((key) => (alias === undefined ? isDefault(key) : key.alias === alias));
  if (found) return found;
  if (alias !== undefined) {
    const aliases = keys.map((key) => key.alias).join(', ');
    throw new ApiError('byok-alias-unknown', { provider, alias, aliases });
  }
  if (request.ownKey) return undefined;
  if (gateway.byok_only || headers['cf-aig-no-wholesale']) throw new ApiError('own-key-needed', { provider });
  return undefined;
}

function keysFor(
  configs: readonly { readonly gatewayId: string; readonly resource: ProviderConfig }[],
  gatewayId: string,
  provider: string,
): ProviderConfig[] {
  return configs
    .filter((config) => config.gatewayId === gatewayId && config.resource.provider_slug === provider)
    .map(({ resource }) => resource);
}

function isDefault({ default_config, alias }: ProviderConfig): boolean {
  return default_config || alias === defaultAlias;
}
