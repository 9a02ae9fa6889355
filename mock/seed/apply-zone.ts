import type { ZoneSeed } from '../../spec/seed-file/zone-seed.ts';
import type { AccountTenant } from '../world/account-tenant.ts';
import type { ZoneTenant } from '../world/zone-tenant.ts';
import { applyCustomHostname } from './apply-custom-hostname.ts';
import { applyOperation } from './apply-operation.ts';
import { applyRuleset } from './apply-ruleset.ts';
import { applyTokenConfiguration } from './apply-token-configuration.ts';
import { applyTokenRule } from './apply-token-rule.ts';
import { SeedFault } from './seed-fault.ts';
import type { SeedScene } from './seed-scene.ts';
import type { SeedSpot } from './seed-spot.ts';

/** Puts a zone in, and what it holds. */
export async function applyZone(spot: SeedSpot, account: AccountTenant, seed: ZoneSeed): Promise<void> {
  const { scene } = spot;
  scene.takeOnce(spot.document, 'zone', seed.name.toLowerCase());
  const zone = await ensureZone(scene, account, seed);
  await spot.put(() => editZone(scene, zone, seed));
  for (const [setting_id, value] of Object.entries(seed.settings ?? {})) {
    const params = { zone_id: zone.id, setting_id };
    await spot
      .at('settings', setting_id)
      .put(() => scene.call('settings.setting.edit', { params, body: { value } }));
  }
  await spot.each('operations', seed.operations, (item) => applyOperation(scene, zone, item));
  await spot.each('token_configurations', seed.token_configurations, (item, at) =>
    applyTokenConfiguration(at, zone, item),
  );
  await spot.each('rulesets', seed.rulesets, (item) => applyRuleset(scene, zone, item));
  await spot.each('token_rules', seed.token_rules, (item) => applyTokenRule(scene, zone, item));
  await spot.each('custom_hostnames', seed.custom_hostnames, (item) =>
    applyCustomHostname(scene, zone, item),
  );
}

/**
 * The zone that a seed means, which is made where it is not there.
 *
 * @throws SeedFault
 */
async function ensureZone(scene: SeedScene, account: AccountTenant, seed: ZoneSeed): Promise<ZoneTenant> {
  const { world } = scene.parts;
  const { id, name, type } = seed;
  const known = world.zones.byKey(name.toLowerCase());
  if (known) {
    if (known.zone.account.id !== account.id) {
      throw new SeedFault(`the zone ${name} is there already, in the account ${known.zone.account.id}`, [
        'name',
      ]);
    }
    if (id !== undefined && id !== known.id) {
      throw new SeedFault(`the zone ${name} is there already, with the id ${known.id}`, ['id']);
    }
    return known;
  }
  if (id !== undefined && world.zones.get(id)) throw new SeedFault(`the id ${id} is taken`, ['id']);
  const { result } = await scene.call('zones.zone.create', {
    body: { name, account: { id: account.id }, ...(type !== undefined && { type }) },
  });
  if (id !== undefined) {
    // The operation has judged the name; which id comes of it, nobody can tell it.
    world.removeZone(result.id);
    world.addZone({ id, name: result.name, accountId: account.id, type: result.type });
  }
  const zone = world.zones.get(id ?? result.id);
  if (!zone) throw new SeedFault(`the zone ${name} did not come about`);
  return zone;
}

async function editZone(scene: SeedScene, zone: ZoneTenant, { plan, type, paused }: ZoneSeed): Promise<void> {
  const body = {
    ...(plan !== undefined && { plan: { legacy_id: plan } }),
    ...(type !== undefined && { type }),
    ...(paused !== undefined && { paused }),
  };
  if (Object.keys(body).length === 0) return;
  await scene.call('zones.zone.edit', { params: { zone_id: zone.id }, body });
}
