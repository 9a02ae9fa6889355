import type { RulesetSeed, ZoneSeed } from '../../spec/seed-file/zone-seed.ts';
import { type OperationInput, operationMethodSchema } from '../../spec/services/api-gateway/endpoints.ts';
import type { AccountTenant } from '../world/account-tenant.ts';
import type { StoredRuleset } from '../world/records.ts';
import { ZoneTenant } from '../world/zone-tenant.ts';
import { toJwk } from './key-jwk.ts';
import { Dependent, SeedFault } from './seed-problem.ts';
import { type SeedCursor, type SeedScene, takeId } from './seed-scene.ts';

/** Adds a zone with its contents. */
export async function applyZone(cursor: SeedCursor, account: AccountTenant, seed: ZoneSeed): Promise<void> {
  const { scene } = cursor;
  scene.takeOnce(cursor.document, 'zone', seed.name.toLowerCase());
  const zone = await ensureZone(scene, account, seed);
  await cursor.put(() => editZone(scene, zone, seed));
  for (const [setting_id, value] of Object.entries(seed.settings ?? {})) {
    const params = { zone_id: zone.id, setting_id };
    await cursor
      .at('settings', setting_id)
      .put(() => scene.call('settings.setting.edit', { params, body: { value } }));
  }
  await cursor.each('operations', seed.operations, (item) => applyOperation(scene, zone, item));
  await cursor.each('token_configurations', seed.token_configurations, (item, at) =>
    applyTokenConfiguration(at, zone, item),
  );
  await cursor.each('rulesets', seed.rulesets, (item) => applyRuleset(scene, zone, item));
  await cursor.each('token_rules', seed.token_rules, (item) => applyTokenRule(scene, zone, item));
  await cursor.each('custom_hostnames', seed.custom_hostnames, (item) =>
    applyCustomHostname(scene, zone, item),
  );
}

/**
 * Finds the zone of a seed, or creates it.
 *
 * @throws SeedFault
 */
async function ensureZone(scene: SeedScene, account: AccountTenant, seed: ZoneSeed): Promise<ZoneTenant> {
  const { world } = scene.parts;
  const { id, name, type } = seed;
  const known = world.zones.byKey(name.toLowerCase());
  if (known) {
    if (known.zone.account.id !== account.id) {
      throw new SeedFault(`the zone ${name} already exists, in the account ${known.zone.account.id}`, [
        'name',
      ]);
    }
    if (id !== undefined && id !== known.id) {
      throw new SeedFault(`the zone ${name} already exists, with the id ${known.id}`, ['id']);
    }
    return known;
  }
  if (id !== undefined && world.zones.get(id)) throw new SeedFault(`the id ${id} is taken`, ['id']);
  const { result } = await scene.call('zones.zone.create', {
    body: { name, account: { id: account.id }, ...(type !== undefined && { type }) },
  });
  if (id !== undefined) {
    // The operation checks the name, but can't set the id.
    world.removeZone(result.id);
    world.addZone({ id, name: result.name, accountId: account.id, type: result.type });
  }
  const zone = world.zones.get(id ?? result.id);
  if (!zone) throw new SeedFault(`the zone ${name} could not be created`);
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
  // The API returns the existing one for a duplicate.
  if (zone.operations.size === size) {
    throw new SeedFault(`${body.method} ${body.host}${body.endpoint} already exists`);
  }
  const taken = takeId(zone.operations, result.operation_id, id, (operation, operation_id) => ({
    ...operation,
    operation_id,
  }));
  if (name !== undefined) names.set('operations', name, taken);
}

/** `GET api.example.localhost/users/{id}` as the API expects it; the schema has checked the form. */
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
  cursor: SeedCursor,
  zone: ZoneTenant,
  seed: TokenConfigurationSeed,
): Promise<void> {
  const { scene, document } = cursor;
  const { id, name, title = name, description = '', token_sources, token_type = 'jwt', credentials } = seed;
  const names = scene.getNames(zone.id);
  names.take('token_configurations', name);
  const keys = await Promise.all(
    credentials.keys.map((key, index) =>
      cursor.at('credentials', 'keys', index).put(() => toJwk(key, document)),
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
  // The platform omits keys that it does not support, and says so only in a message.
  const dropped = found.length - result.credentials.keys.length;
  const taken = takeId(zone.tokenConfigs, result.id, id, (config, to) => ({ ...config, id: to }));
  names.set('token_configurations', name, taken);
  if (dropped > 0) {
    throw new SeedFault(`${dropped} of its keys would be omitted, as the platform does not support them`, [
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
 * Adds a ruleset to a zone or an account.
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
  if (!result) throw new SeedFault('it could not be created');
  keepRuleIds(tenant, result.id, rules);
  names.set('rulesets', name, takeId(tenant.rulesets, result.id, id, renamed));
}

/** Gives rules the ids of the seed: the API replaces unknown ids of rules. */
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
    // A rule without a name is called by its id.
    return { ...rule, id: wanted, ref: rule.ref === rule.id ? wanted : rule.ref };
  });
  if (new Set(rules.map((rule) => rule.id)).size < rules.length) {
    rulesets.remove(id);
    throw new SeedFault('two of its rules have the same id', ['rules']);
  }
  rulesets.put({ ...stored, current: { ...stored.current, rules } });
}

/** Names occur only in the rules; the path of an error starts at the ruleset. */
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
