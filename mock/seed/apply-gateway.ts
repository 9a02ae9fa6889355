import type { GatewaySeed } from '../../spec/seed-file/account-seed.ts';
import { defaultGatewaySettings, gatewayUpdateBody } from '../../spec/services/ai-gateway/gateways.ts';
import { defaultAlias } from '../../spec/services/ai-gateway/provider-configs.ts';
import type { AccountTenant } from '../world/account-tenant.ts';
import type { SeedSpot } from './seed-spot.ts';

/** Puts a gateway in, with its stored keys and its routes. */
export async function applyGateway(spot: SeedSpot, account: AccountTenant, seed: GatewaySeed): Promise<void> {
  const { scene } = spot;
  const { id, provider_configs, routes, ...rest } = seed;
  const settings = said(rest);
  scene.takeOnce(spot.document, 'gateway', id);
  const params = { account_id: account.id, gateway_id: id };
  if (account.gateways.get(id)) {
    const { result } = await scene.call('ai-gateway.gateway.get', { params });
    // A change names all settings: those that are there stay.
    const body = { ...gatewayUpdateBody.parse(result), ...settings };
    await scene.call('ai-gateway.gateway.update', { params, body });
  } else {
    const body = { id, ...defaultGatewaySettings, ...settings };
    await scene.call('ai-gateway.gateway.create', { params: { account_id: account.id }, body });
  }
  await spot.each('provider_configs', provider_configs, ({ alias = defaultAlias, default_config, ...key }) =>
    scene.call('ai-gateway.provider-config.create', {
      params,
      body: { alias, default_config: default_config ?? alias === defaultAlias, ...key },
    }),
  );
  await spot.each('routes', routes, (body) => scene.call('ai-gateway.route.create', { params, body }));
}

/** The members that something is said of. */
function said<T extends object>(settings: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  const entries = Object.entries(settings).filter(([, value]) => value !== undefined);
  // The same members, but for those that are undefined.
  return Object.fromEntries(entries) as { [Name in keyof T]?: Exclude<T[Name], undefined> };
}
