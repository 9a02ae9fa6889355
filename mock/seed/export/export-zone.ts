import type { Seed } from '../../../spec/seed-file/seed-schema.ts';
import type { CustomHostname } from '../../../spec/services/custom-hostnames/schemas.ts';
import type { StoredRuleset } from '../../world/records.ts';
import type { World } from '../../world/world.ts';
import type { ZoneTenant } from '../../world/zone-tenant.ts';

type ZoneSeed = NonNullable<Seed['zones']>[number];

/** Exports a zone as part of a seed, with its ids. */
export function exportZone(world: World, tenant: ZoneTenant, leaveOut: (what: string) => void): ZoneSeed {
  const { id, zone, settings, operations, tokenConfigs, tokenRules } = tenant;
  const { name, plan, type, paused } = zone;
  const configurations = uniqueNames(tokenConfigs.list(), (config) => ({
    id: config.id,
    name: config.title,
  }));
  return filled({
    name,
    id,
    plan: plan.legacy_id,
    type,
    paused,
    settings: Object.fromEntries(settings.list().map((setting) => [setting.id, setting.value])),
    operations: operations.list().map(({ operation_id, method, host, endpoint }) => ({
      id: operation_id,
      method,
      host,
      endpoint,
    })),
    token_configurations: configurations.map(([handle, config]) => ({
      name: handle,
      id: config.id,
      title: config.title,
      description: config.description,
      token_sources: [...config.token_sources],
      token_type: config.token_type,
      credentials: { keys: config.keys.map((key) => ({ ...key })) },
    })),
    token_rules: tokenRules.list().map((rule) => {
      const { title, description, action, enabled, expression, selector } = rule;
      return { id: rule.id, title, description, action, enabled, expression, selector };
    }),
    rulesets: exportRulesets(tenant.rulesets.list(), (what) => leaveOut(`${what}, in the zone ${name}`)),
    custom_hostnames: world.customHostnames.of(id).map(({ resource }) => exportHostname(resource, leaveOut)),
  });
}

function exportHostname(
  { id, hostname, custom_metadata, custom_origin_server, custom_origin_sni, ssl }: CustomHostname,
  leaveOut: (what: string) => void,
) {
  if (ssl?.custom_certificate !== undefined) leaveOut(`the certificate of the custom hostname ${hostname}`);
  const { method, type, bundle_method, certificate_authority, settings } = ssl ?? {};
  // A wildcard has a certificate of its own by itself.
  const wildcard = hostname.startsWith('*.') ? undefined : ssl?.wildcard;
  return {
    id,
    hostname,
    custom_metadata,
    custom_origin_server,
    custom_origin_sni,
    ...(ssl && { ssl: { method, type, bundle_method, certificate_authority, wildcard, settings } }),
  };
}

type RulesetSeed = NonNullable<Seed['rulesets']>[number];

/** Exports rulesets so that a ruleset comes before those that run it. */
export function exportRulesets(
  stored: readonly StoredRuleset[],
  leaveOut: (what: string) => void,
): RulesetSeed[] {
  const [run, begun] = [true, false].map((isRun) =>
    stored.filter(({ current }) => (current.kind === 'custom') === isRun),
  );
  const named = uniqueNames(
    [...(run ?? []), ...(begun ?? [])],
    ({ current }) => current,
    (from, to) => leaveOut(`the name ${JSON.stringify(from)} of a ruleset, renamed to ${to}`),
  );
  return named.map(([name, { id, current, older }]) => {
    if (older.length > 0) leaveOut(`${older.length} older versions of the ruleset ${name}`);
    const { kind, phase, description, rules } = current;
    return {
      name,
      id,
      kind,
      phase,
      description,
      rules: rules.map(({ version: _, last_updated: __, categories: ___, ...rule }) => rule),
    };
  });
}

/** Keeps only members with content, without empty lists and objects, for readability. */
export function filled<T extends object>(members: T): T {
  const isEmpty = (value: unknown) =>
    typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  const kept = Object.entries(members).filter(([, value]) => value !== undefined && !isEmpty(value));
  // All members of a seed that can be empty are optional.
  return Object.fromEntries(kept) as T;
}

/**
 * Assigns unique names in a seed: existing names, extended by part of the id where a name is missing or taken.
 *
 * @param changed called with each changed name
 */
export function uniqueNames<T>(
  items: readonly T[],
  of: (item: T) => { readonly id: string; readonly name: string },
  changed: (from: string, to: string) => void = () => {},
): readonly (readonly [name: string, item: T])[] {
  const taken = new Set<string>();
  return items.map((item) => {
    const { id, name } = of(item);
    const isFree = name !== '' && !taken.has(name);
    const own = isFree ? name : `${name} ${id}`.trimStart();
    taken.add(own);
    if (!isFree) changed(name, own);
    return [own, item] as const;
  });
}
