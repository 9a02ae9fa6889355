import type { RulesetSeed, ZoneSeed } from '../../../spec/seed-file/zone-seed.ts';
import { type OperationInput, operationMethodSchema } from '../../../spec/services/api-gateway/endpoints.ts';
import type { AccountTenant } from '../../world/account-tenant.ts';
import type { StoredRuleset } from '../../world/records.ts';
import { ZoneTenant } from '../../world/zone-tenant.ts';
import { toJwk } from './key-jwk.ts';
import { Dependent, SeedFault } from './seed-problem.ts';
import { type SeedScene, type SeedSpot, takeId } from './seed-scene.ts';

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

type OperationSeed = NonNullable<ZoneSeed['operations']>[number];

/** @throws SeedFault */
export async function applyOperation(scene: SeedScene, zone: ZoneTenant, seed: OperationSeed): Promise<void> {
  const { id, name, ...body } = typeof seed === 'string' ? getOperation(seed) : seed;
  const names = scene.getNames(zone.id);
  if (name !== undefined) names.take('operations', name);
  const { size } = zone.operations;
  const { result } = await scene.call('api-gateway.operation.create-item', {
    params: { zone_id: zone.id },
    body,
  });
  // The API answers with the one that is there.
  if (zone.operations.size === size) {
    throw new SeedFault(`${body.method} ${body.host}${body.endpoint} is there already`);
  }
  const taken = takeId(zone.operations, result.operation_id, id, (operation, operation_id) => ({
    ...operation,
    operation_id,
  }));
  if (name !== undefined) names.set('operations', name, taken);
}

/** `GET api.example.localhost/users/{id}` as the API takes it; the schema has seen to its form. */
function getOperation(text: string): OperationInput & { readonly id?: undefined; readonly name?: undefined } {
  const [method, target = ''] = text.split(' ');
  const slash = target.indexOf('/');
  return {
    method: operationMethodSchema.parse(method),
    host: target.slice(0, slash),
    endpoint: target.slice(slash),
  };
}

type TokenConfigurationSeed = NonNullable<ZoneSeed['token_configurations']>[number];

/** @throws SeedFault */
export async function applyTokenConfiguration(
  spot: SeedSpot,
  zone: ZoneTenant,
  seed: TokenConfigurationSeed,
): Promise<void> {
  const { scene, document } = spot;
  const { id, name, title = name, description = '', token_sources, token_type = 'jwt', credentials } = seed;
  const names = scene.getNames(zone.id);
  names.take('token_configurations', name);
  const keys = await Promise.all(
    credentials.keys.map((key, index) =>
      spot.at('credentials', 'keys', index).put(() => toJwk(key, document)),
    ),
  );
  const found = keys.filter((key) => key !== undefined);
  if (found.length < keys.length) throw new Dependent();
  const { result } = await scene.call('token-validation.config.create', {
    params: { zone_id: zone.id },
    body: {
      title,
      description,
      token_sources: token_sources ?? ['http.request.headers["authorization"][0]'],
      token_type,
      credentials: { keys: found },
    },
  });
  // A key that the platform does not support it leaves out, and says so in passing.
  const dropped = found.length - result.credentials.keys.length;
  const taken = takeId(zone.tokenConfigs, result.id, id, (config, to) => ({ ...config, id: to }));
  names.set('token_configurations', name, taken);
  if (dropped > 0) {
    throw new SeedFault(`${dropped} of its keys would be left out, as the platform does not support them`, [
      'credentials',
      'keys',
    ]);
  }
}

type TokenRuleSeed = NonNullable<ZoneSeed['token_rules']>[number];

/** @throws SeedFault */
export async function applyTokenRule(scene: SeedScene, zone: ZoneTenant, seed: TokenRuleSeed): Promise<void> {
  const { id, name, description = '', enabled = true, ...rest } = seed;
  const names = scene.getNames(zone.id);
  if (name !== undefined) names.take('token_rules', name);
  const { result } = await scene.call('token-validation.rule.create', {
    params: { zone_id: zone.id },
    body: { description, enabled, ...names.resolve(rest) },
  });
  const taken = takeId(zone.tokenRules, result.id, id, (rule, to) => ({ ...rule, id: to }));
  if (name !== undefined) names.set('token_rules', name, taken);
}

type CustomHostnameSeed = NonNullable<ZoneSeed['custom_hostnames']>[number];

/** @throws SeedFault */
export async function applyCustomHostname(
  scene: SeedScene,
  zone: ZoneTenant,
  seed: CustomHostnameSeed,
): Promise<void> {
  const { id, ...body } = typeof seed === 'string' ? { id: undefined, hostname: seed } : seed;
  const { customHostnames } = scene.parts.world;
  const wanted = id?.toLowerCase();
  if (wanted !== undefined && customHostnames.list().some((one) => one.id === wanted)) {
    throw new SeedFault(`the id ${wanted} is taken`, ['id']);
  }
  const params = { zone_id: zone.id };
  const { result: made } = await scene.call('custom-hostnames.hostname.create', { params, body });
  if (wanted === undefined) return;
  customHostnames.replaceAll(
    customHostnames
      .list()
      .map((one) =>
        one.id === made.id ? { ...one, id: wanted, resource: { ...one.resource, id: wanted } } : one,
      ),
  );
}

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
  const names = scene.getNames(tenant.id);
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
