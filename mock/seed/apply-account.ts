import { permissions } from '../../spec/permissions.ts';
import type { BucketSeed, GatewaySeed } from '../../spec/seed-file/account-seed.ts';
import type { AccountMembers } from '../../spec/seed-file/seed-schema.ts';
import type { TokenSeed, tokenRoles } from '../../spec/seed-file/zone-seed.ts';
import { defaultGatewaySettings, gatewayUpdateBody } from '../../spec/services/ai-gateway/gateways.ts';
import { defaultAlias } from '../../spec/services/ai-gateway/provider-configs.ts';
import type { AccountTenant } from '../world/account-tenant.ts';
import { gatewayPermissions, readPermissions } from '../world/credentials.ts';
import { applyNamespace } from './apply-namespace.ts';
import { applyRuleset, applyZone } from './apply-zone.ts';
import { SeedFault } from './seed-problem.ts';
import { getAccountId, getZoneId, type SeedCursor, type SeedScene } from './seed-scene.ts';
import { contentBytes, toMetadata } from './seeded-objects.ts';

/** Adds the contents of an account. */
export async function applyAccount(
  cursor: SeedCursor,
  account: AccountTenant,
  seed: AccountMembers,
): Promise<void> {
  const { scene } = cursor;
  const params = { account_id: account.id };
  const { billing } = seed;
  if (billing) {
    await cursor.at('billing').put(() => scene.call('touchstone.credits.set', { params, body: billing }));
  }
  // Rules of zones may run them.
  await cursor.each('rulesets', seed.rulesets, (item) => applyRuleset(scene, account, item));
  await cursor.each('zones', seed.zones, (item, at) => applyZone(at, account, item));
  await cursor.each('custom_providers', seed.custom_providers, (body) =>
    scene.call('ai-gateway.custom-provider.create', { params, body }),
  );
  await cursor.each('gateways', seed.gateways, (item, at) => applyGateway(at, account, item));
  await cursor.each('namespaces', seed.namespaces, (item, at) => applyNamespace(at, account, item));
  await cursor.each('buckets', seed.buckets, (item, at) => applyBucket(at, account, item));
  await cursor.each('documented', seed.documented, async (item, at) => {
    const { applyDocumented } = await import('./apply-documented.ts');
    return applyDocumented(at, account, item);
  });
}

/**
 * Finds the account of a seed, or creates it.
 *
 * @throws SeedFault
 */
export function ensureAccount(
  scene: SeedScene,
  { id, name }: { readonly id?: string | undefined; readonly name: string },
): AccountTenant {
  const { world } = scene.parts;
  const known = world.accounts.list().find(({ account }) => account.name === name);
  if (known) {
    if (id === undefined || id === known.id) return known;
    throw new SeedFault(`the account ${name} already exists, with the id ${known.id}`, ['id']);
  }
  if (id !== undefined && world.accounts.get(id)) throw new SeedFault(`the id ${id} is taken`, ['id']);
  return world.addAccount(id ?? world.ids.hex32(), name);
}

/** Adds objects to a bucket. */
export async function applyBucket(
  cursor: SeedCursor,
  account: AccountTenant,
  seed: BucketSeed,
): Promise<void> {
  const { scene, document } = cursor;
  const { name: bucket, objects = {} } = seed;
  scene.takeOnce(document, 'bucket', bucket);
  for (const [key, defined] of Object.entries(objects)) {
    const place = cursor.at('objects', key);
    await place.put(async () => {
      const bytes = await contentBytes(defined, document);
      const object = { account: account.id, bucket, key, bytes, metadata: toMetadata(defined) };
      scene.objects.push({ object, put: (work) => place.put(work) });
    });
  }
}

/** Adds a gateway with its stored keys and its routes. */
export async function applyGateway(
  cursor: SeedCursor,
  account: AccountTenant,
  seed: GatewaySeed,
): Promise<void> {
  const { scene } = cursor;
  const { id, provider_configs, routes, ...rest } = seed;
  const settings = defined(rest);
  scene.takeOnce(cursor.document, 'gateway', id);
  const params = { account_id: account.id, gateway_id: id };
  if (account.gateways.get(id)) {
    const { result } = await scene.call('ai-gateway.gateway.get', { params });
    // An update names all settings, so keep the current ones.
    const body = { ...gatewayUpdateBody.parse(result), ...settings };
    await scene.call('ai-gateway.gateway.update', { params, body });
  } else {
    const body = { id, ...defaultGatewaySettings, ...settings };
    await scene.call('ai-gateway.gateway.create', { params: { account_id: account.id }, body });
  }
  await cursor.each(
    'provider_configs',
    provider_configs,
    ({ alias = defaultAlias, default_config, ...key }) =>
      scene.call('ai-gateway.provider-config.create', {
        params,
        body: { alias, default_config: default_config ?? alias === defaultAlias, ...key },
      }),
  );
  await cursor.each('routes', routes, (body) => scene.call('ai-gateway.route.create', { params, body }));
}

/** Only the given members. */
function defined<T extends object>(settings: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  const entries = Object.entries(settings).filter(([, value]) => value !== undefined);
  // The same members without the undefined ones.
  return Object.fromEntries(entries) as { [Name in keyof T]?: Exclude<T[Name], undefined> };
}

/** @throws SeedFault */
export function applyToken(scene: SeedScene, seed: TokenSeed): void {
  const { credentials, world } = scene.parts;
  const { value, status, email } = seed;
  if (credentials.byToken(value)) throw new SeedFault('another token has this value', ['value']);
  const accounts = seed.accounts?.map((name, index) => getAccountId(world, name, ['accounts', index]));
  const zones = seed.zones?.map((name, index) => getZoneId(world, name, ['zones', index]));
  credentials.add({
    value,
    permissions: seed.permissions ?? roles[seed.role ?? 'full'],
    status,
    email,
    accounts,
    zones,
  });
}

const roles = {
  full: permissions,
  read: readPermissions,
  gateway: gatewayPermissions,
} as const satisfies Record<(typeof tokenRoles)[number], unknown>;
