import { knownSettings, type SettingName } from '../../spec/services/settings/known-settings.ts';
import type { Zone } from '../../spec/services/zones/endpoints.ts';
import type { Account } from './account-tenant.ts';
import type { ZoneTenant } from './zone-tenant.ts';

/** The resource of a fresh zone: active at once, since there is no DNS to wait for. */
export function newZone(input: {
  id: string;
  name: string;
  type?: Zone['type'] | undefined;
  plan?: Zone['plan']['legacy_id'] | undefined;
  account: Account;
  at: string;
}): Zone {
  const { id, name, type = 'full', plan = 'enterprise', account, at } = input;
  return {
    id,
    name,
    status: 'active',
    type,
    paused: false,
    development_mode: 0,
    name_servers: nameServers,
    original_name_servers: null,
    original_registrar: null,
    original_dnshost: null,
    created_on: at,
    modified_on: at,
    activated_on: at,
    meta,
    owner,
    account,
    plan: planRecord(plan),
    permissions,
    tenant,
    tenant_unit,
  };
}

// Shared by all zones: a world may have ten thousand of them.
const nameServers = ['ada.ns.touchstone.localhost', 'bob.ns.touchstone.localhost'];
const permissions = ['#zone:read', '#zone:edit'];
const owner: Zone['owner'] = { id: null, name: null, type: 'user' };
const tenant: Zone['tenant'] = { id: null, name: null };
const tenant_unit: Zone['tenant_unit'] = { id: null };
const meta: Zone['meta'] = {
  cdn_only: false,
  custom_certificate_quota: 1,
  dns_only: false,
  foundation_dns: false,
  page_rule_quota: 100,
  phishing_detected: false,
  step: 2,
};

/** Names of the plans; their ids are invented. */
const plans: Record<Zone['plan']['legacy_id'], { readonly id: string; readonly name: string }> = {
  free: { id: '0feeeeeeeeeeeeeeeeeeeeeeeeeeeeee', name: 'Free Website' },
  pro: { id: '1bbf5a2b4e6d4f6c9f4d3f1d9f0c2b7a', name: 'Pro Website' },
  business: { id: '2c8a3b1f5d7e4a9b8c6d5e4f3a2b1c0d', name: 'Business Website' },
  enterprise: { id: '94f3b7b768b0458b56d2cac4fe5ec0f9', name: 'Enterprise Website' },
};

/** The plan of a zone, as its resource shows it. */
export function planRecord(legacy_id: Zone['plan']['legacy_id']): Zone['plan'] {
  return planRecords[legacy_id];
}

const planRecords: Readonly<Record<Zone['plan']['legacy_id'], Zone['plan']>> = {
  free: getPlan('free'),
  pro: getPlan('pro'),
  business: getPlan('business'),
  enterprise: getPlan('enterprise'),
};

function getPlan(legacy_id: Zone['plan']['legacy_id']): Zone['plan'] {
  return {
    ...plans[legacy_id],
    price: 0,
    currency: 'USD',
    frequency: 'monthly',
    is_subscribed: true,
    can_subscribe: true,
    legacy_id,
    externally_managed: false,
  };
}

/**
 * The current value of a zone's setting, or its default.
 *
 * @example
 * zoneSetting(zone, 'content_converter').value; // 'off'
 */
export function zoneSetting(
  zone: ZoneTenant,
  name: SettingName,
): { readonly value: unknown; readonly modified_on: string | null } {
  const { value, modified_on } = zone.settings.get(name) ?? {
    value: knownSettings[name].default,
    modified_on: null,
  };
  return { value, modified_on };
}
