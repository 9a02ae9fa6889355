import type { RulesetSeed } from '../../spec/seed-file/zone-seed.ts';
import type { AccountTenant } from '../world/account-tenant.ts';
import type { StoredRuleset } from '../world/records.ts';
import { ZoneTenant } from '../world/zone-tenant.ts';
import { SeedFault } from './seed-fault.ts';
import type { SeedScene } from './seed-scene.ts';
import { takeId } from './take-id.ts';

/**
 * Puts a ruleset into a zone or an account.
 *
 * @throws SeedFault
 */
export async function applyRuleset(
  scene: SeedScene,
  tenant: ZoneTenant | AccountTenant,
  seed: RulesetSeed,
): Promise<void> {
  const isZone = tenant instanceof ZoneTenant;
  const { id, name, kind = isZone ? 'zone' : 'root', rules = [], ...rest } = seed;
  const names = scene.namesOf(tenant.id);
  names.take('rulesets', name);
  const body = { name, kind, ...rest, rules: withPlace(() => names.resolve(rules)) };
  const { result } = isZone
    ? await scene.call('rulesets.zone.create', { params: { zone_id: tenant.id }, body })
    : await scene.call('rulesets.account.create', { params: { account_id: tenant.id }, body });
  if (!result) throw new SeedFault('it did not come about');
  keepRuleIds(tenant, result.id, rules);
  names.set('rulesets', name, takeId(tenant.rulesets, result.id, id, renamed));
}

/** Gives rules the ids that the seed has for them: the API makes others for rules that it does not know. */
function keepRuleIds(
  { rulesets }: ZoneTenant | AccountTenant,
  id: string,
  seeds: NonNullable<RulesetSeed['rules']>,
): void {
  const stored = rulesets.get(id);
  if (!stored || seeds.every((seed) => seed.id === undefined)) return;
  const rules = stored.current.rules.map((rule, index) => {
    const wanted = seeds[index]?.id;
    if (wanted === undefined) return rule;
    // Without a name of its own a rule is called by its id.
    return { ...rule, id: wanted, ref: rule.ref === rule.id ? wanted : rule.ref };
  });
  if (new Set(rules.map((rule) => rule.id)).size < rules.length) {
    rulesets.remove(id);
    throw new SeedFault('two of its rules have the same id', ['rules']);
  }
  rulesets.put({ ...stored, current: { ...stored.current, rules } });
}

/** Names are looked up in the rules alone, and what is wrong there is said from the ruleset on. */
function withPlace<T>(resolve: () => T): T {
  try {
    return resolve();
  } catch (error) {
    if (!(error instanceof SeedFault)) throw error;
    throw new SeedFault(error.message, ['rules', ...error.path], { cause: error });
  }
}

const renamed = ({ current, older }: StoredRuleset, id: string): StoredRuleset => ({
  id,
  current: { ...current, id },
  older: older.map((version) => ({ ...version, id })),
});
