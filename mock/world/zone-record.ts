import type { Zone } from '../../spec/services/zones/schemas.ts';
import type { Account } from './account.ts';

/** The resource of a fresh zone: active at once, since there is no DNS to wait for. */
export function newZone(input: {
  id: string;
  name: string;
  type: Zone['type'];
  account: Account;
  at: string;
}): Zone {
  const { id, name, type, account, at } = input;
  return {
    id,
    name,
    status: 'active',
    type,
    paused: false,
    development_mode: 0,
    name_servers: ['ada.ns.touchstone.localhost', 'bob.ns.touchstone.localhost'],
    original_name_servers: null,
    original_registrar: null,
    original_dnshost: null,
    created_on: at,
    modified_on: at,
    activated_on: at,
    meta: {
      cdn_only: false,
      custom_certificate_quota: 1,
      dns_only: false,
      foundation_dns: false,
      page_rule_quota: 100,
      phishing_detected: false,
      step: 2,
    },
    owner: { id: null, name: null, type: 'user' },
    account: { id: account.id, name: account.name },
    plan: {
      id: '94f3b7b768b0458b56d2cac4fe5ec0f9',
      name: 'Enterprise Website',
      price: 0,
      currency: 'USD',
      frequency: 'monthly',
      is_subscribed: true,
      can_subscribe: true,
      legacy_id: 'enterprise',
      externally_managed: false,
    },
    permissions: ['#zone:read', '#zone:edit'],
    tenant: { id: null, name: null },
    tenant_unit: { id: null },
  };
}
