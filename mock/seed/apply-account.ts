import type { AccountMembers } from '../../spec/seed-file/seed-schema.ts';
import type { AccountTenant } from '../world/account-tenant.ts';
import { applyBucket } from './apply-bucket.ts';
import { applyGateway } from './apply-gateway.ts';
import { applyNamespace } from './apply-namespace.ts';
import { applyRuleset } from './apply-ruleset.ts';
import { applyZone } from './apply-zone.ts';
import { SeedFault } from './seed-fault.ts';
import type { SeedScene } from './seed-scene.ts';
import type { SeedSpot } from './seed-spot.ts';

/** Puts in what belongs to an account. */
export async function applyAccount(
  spot: SeedSpot,
  account: AccountTenant,
  seed: AccountMembers,
): Promise<void> {
  const { scene } = spot;
  const params = { account_id: account.id };
  const { billing } = seed;
  if (billing) {
    await spot.at('billing').put(() => scene.call('touchstone.credits.set', { params, body: billing }));
  }
  // Rules of zones may run them.
  await spot.each('rulesets', seed.rulesets, (item) => applyRuleset(scene, account, item));
  await spot.each('zones', seed.zones, (item, at) => applyZone(at, account, item));
  await spot.each('custom_providers', seed.custom_providers, (body) =>
    scene.call('ai-gateway.custom-provider.create', { params, body }),
  );
  await spot.each('gateways', seed.gateways, (item, at) => applyGateway(at, account, item));
  await spot.each('namespaces', seed.namespaces, (item, at) => applyNamespace(at, account, item));
  await spot.each('buckets', seed.buckets, (item, at) => applyBucket(at, account, item));
}

/**
 * The account that a seed means, which is made where it is not there.
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
    throw new SeedFault(`the account ${name} is there already, with the id ${known.id}`, ['id']);
  }
  if (id !== undefined && world.accounts.get(id)) throw new SeedFault(`the id ${id} is taken`, ['id']);
  return world.addAccount(id ?? world.ids.hex32(), name);
}
