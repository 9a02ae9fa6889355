import type { Seed } from '../../../spec/seed-file/seed-schema.ts';
import type { CustomHostname } from '../../../spec/services/custom-hostnames/schemas.ts';
import type { World } from '../../world/world.ts';
import type { ZoneTenant } from '../../world/zone-tenant.ts';
import { exportRulesets } from './export-ruleset.ts';
import { filled } from './filled.ts';
import { uniqueNames } from './unique-names.ts';

type ZoneSeed = NonNullable<Seed['zones']>[number];

/** A zone as a seed has it, with the ids that it has. */
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
  // That of a wildcard is one by itself.
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
