import type { ZoneSeed } from '../../spec/seed-file/zone-seed.ts';
import type { ZoneTenant } from '../world/zone-tenant.ts';
import type { SeedScene } from './seed-scene.ts';
import { takeId } from './take-id.ts';

type TokenRuleSeed = NonNullable<ZoneSeed['token_rules']>[number];

/** @throws SeedFault */
export async function applyTokenRule(scene: SeedScene, zone: ZoneTenant, seed: TokenRuleSeed): Promise<void> {
  const { id, name, description = '', enabled = true, ...rest } = seed;
  const names = scene.namesOf(zone.id);
  if (name !== undefined) names.take('token_rules', name);
  const { result } = await scene.call('token-validation.rule.create', {
    params: { zone_id: zone.id },
    body: { description, enabled, ...names.resolve(rest) },
  });
  const taken = takeId(zone.tokenRules, result.id, id, (rule, to) => ({ ...rule, id: to }));
  if (name !== undefined) names.set('token_rules', name, taken);
}
