import { ApiError } from '../../../spec/errors.ts';
import { zoneLimits, type zonesEndpoints } from '../../../spec/services/zones/endpoints.ts';
import { mayReachAccount, mayReachZone } from '../../access/authorize.ts';
import type { Service } from '../../call.ts';
import { paginate } from '../../page.ts';
import { worldDefaults } from '../../world/defaults.ts';
import { planRecord } from '../../world/zone-record.ts';
import { selectZones } from './zone-filter.ts';

const label = `[a-z0-9_](?:[a-z0-9_-]{0,${zoneLimits.label - 2}}[a-z0-9_])?`;
/** Two labels or more, in lower case. */
const domainName = new RegExp(`^${label}(?:\\.${label})+$`);

/** Zones: fact sheet token-validation, section 3. */
export function createZonesService(): Service<typeof zonesEndpoints> {
  return {
    'zones.zone.list': ({ world, actor, query }) => {
      const visible = world.zones.list().filter((tenant) => mayReachZone(actor, tenant));
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
