import type { z } from 'zod';
import { ApiError } from '../../../spec/errors.ts';
import { zoneRead } from '../../../spec/permissions.ts';
import {
  type endpoints,
  type Zone,
  zoneLimits,
  type zoneListQuery,
} from '../../../spec/services/zones/endpoints.ts';
import { mayReachAccount, mayReachZone } from '../../api/access/authorize.ts';
import type { Service } from '../../api/call.ts';
import { paginate } from '../../api/page.ts';
import type { Actor } from '../../world/credentials.ts';
import { worldDefaults } from '../../world/defaults.ts';
import { planRecord } from '../../world/zone-record.ts';
import type { ZoneTenant } from '../../world/zone-tenant.ts';

type Query = z.output<typeof zoneListQuery>;
type Test = (zone: Zone) => boolean;

/** Operators that can precede a filter's value, as in `contains:shop`; `equal` is the default. */
const operators: Record<string, (value: string, wanted: string) => boolean> = {
  equal: (value, wanted) => value.toLowerCase() === wanted.toLowerCase(),
  not_equal: (value, wanted) => value.toLowerCase() !== wanted.toLowerCase(),
  starts_with: (value, wanted) => value.toLowerCase().startsWith(wanted.toLowerCase()),
  ends_with: (value, wanted) => value.toLowerCase().endsWith(wanted.toLowerCase()),
  contains: (value, wanted) => value.toLowerCase().includes(wanted.toLowerCase()),
  starts_with_case_sensitive: (value, wanted) => value.startsWith(wanted),
  ends_with_case_sensitive: (value, wanted) => value.endsWith(wanted),
  contains_case_sensitive: (value, wanted) => value.includes(wanted),
};

const orderings: Record<NonNullable<Query['order']>, (zone: Zone) => string> = {
  name: (zone) => zone.name,
  status: (zone) => zone.status,
  'account.id': (zone) => zone.account.id,
  'account.name': (zone) => zone.account.name,
  'plan.id': (zone) => zone.plan.id,
};

/** Zones that match the filters of a list, in its order: cloudflare-typescript, Zones. */
export function selectZones(zones: readonly Zone[], query: Query): Zone[] {
  const { order, direction } = query;
  // `match` combines the filters, except that by the type of zone.
  const tests = filters(query);
  const matches: Test =
    query.match === 'any' && tests.length > 0
      ? (zone) => tests.some((test) => test(zone))
      : (zone) => tests.every((test) => test(zone));
  const types = new Set(query.type?.flatMap((value) => value.split(',')));
  const selected = zones.filter(
    (zone) => matches(zone) && (types.size === 0 ? zone.type !== 'internal' : types.has(zone.type)),
  );
  if (!order) return selected;
  const sign = direction === 'desc' ? -1 : 1;
  const value = orderings[order];
  return selected.sort((a, b) => sign * compare(value(a), value(b)));
}

function filters(query: Query): Test[] {
  const tests: Test[] = [];
  if (query.name !== undefined) tests.push(textFilter(query.name, (zone) => zone.name));
  if (query['account.name'] !== undefined)
    tests.push(textFilter(query['account.name'], (zone) => zone.account.name));
  if (query['account.id'] !== undefined) tests.push((zone) => zone.account.id === query['account.id']);
  if (query.status !== undefined) tests.push((zone) => zone.status === query.status);
  return tests;
}

function textFilter(filter: string, value: (zone: Zone) => string): Test {
  const colon = filter.indexOf(':');
  const operator = operators[filter.slice(0, Math.max(colon, 0))];
  if (!operator) return (zone) => value(zone).toLowerCase() === filter.toLowerCase();
  const wanted = filter.slice(colon + 1);
  return (zone) => operator(value(zone), wanted);
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const label = `[a-z0-9_](?:[a-z0-9_-]{0,${zoneLimits.label - 2}}[a-z0-9_])?`;
/** Two labels or more, in lower case. */
const domainName = new RegExp(`^${label}(?:\\.${label})+$`);

/** A token that was created through the API may have other permissions in another zone. */
const mayReadZone = (actor: Actor, zone: ZoneTenant): boolean => {
  const { permissions } = actor.at?.({ zone, account: undefined }) ?? actor;
  return mayReachZone(actor, zone) && zoneRead.some((name) => permissions.has(name));
};

/** Zones: cloudflare-typescript, Zones. */
export function createZonesService(): Service<typeof endpoints> {
  return {
    'zones.zone.list': ({ world, actor, query }) => {
      const visible = world.zones.list().filter((tenant) => mayReadZone(actor, tenant));
      const { items, info } = paginate(
        selectZones(
          visible.map((tenant) => tenant.zone),
          query,
        ),
        query,
      );
      return { result: items, page: info };
    },

    'zones.zone.create': ({ world, actor, body }) => {
      const name = zoneName(body.name);
      const accountId = body.account.id ?? worldDefaults.accountId;
      const account = world.account(accountId);
      if (!account) throw new ApiError('account-unknown', {}, '/account/id');
      if (!mayReachAccount(actor, account)) throw new ApiError('access-denied');
      if (world.zones.byKey(name)) throw new ApiError('zone-exists', { name }, '/name');
      return { result: world.addZone({ name, accountId, type: body.type }).zone };
    },

    'zones.zone.get': ({ zone }) => ({ result: zone.zone }),

    'zones.zone.edit': ({ zone, body, restsOn }) => {
      const { paused, type, vanity_name_servers, plan } = body;
      if (plan) restsOn('inferred');
      zone.zone = {
        ...zone.zone,
        ...(paused === undefined ? {} : { paused }),
        ...(type === undefined ? {} : { type }),
        ...(vanity_name_servers === undefined ? {} : { vanity_name_servers }),
        ...(plan === undefined ? {} : { plan: planRecord(plan.legacy_id) }),
        modified_on: zone.clock.timestamp(),
      };
      return { result: zone.zone };
    },

    'zones.zone.delete': ({ world, zone }) => {
      world.removeZone(zone.id);
      zone.dismiss();
      return { result: { id: zone.id } };
    },
  };
}

/** A domain name in lower case. @throws ApiError `zone-name-invalid`. */
function zoneName(input: string): string {
  const name = input.toLowerCase();
  if (!domainName.test(name)) {
    throw new ApiError(
      'zone-name-invalid',
      { name: input, label: zoneLimits.label, limit: zoneLimits.name },
      '/name',
    );
  }
  return name;
}
