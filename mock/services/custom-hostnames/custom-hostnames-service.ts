import type { z } from 'zod';
import { ApiError } from '../../../spec/errors.ts';
import { uuidSchema } from '../../../spec/schema.ts';
import type { endpoints } from '../../../spec/services/custom-hostnames/endpoints.ts';
import {
  type CustomHostname,
  type customHostnameEditBody,
  type HostnameQuota,
  hostnameQuotas,
} from '../../../spec/services/custom-hostnames/schemas.ts';
import type { Service } from '../../api/call.ts';
import { paginate } from '../../api/page.ts';
import type { StoredCustomHostname } from '../../world/records.ts';
import type { World } from '../../world/world.ts';
import type { ZoneTenant } from '../../world/zone-tenant.ts';
import { checkHostname, checkMetadata, checkOriginHostname, type HostnameCheck } from './check-hostname.ts';
import { checkSsl, makeSsl } from './hostname-ssl.ts';
import { selectHostnames } from './select-hostnames.ts';

/** Options of custom hostnames. */
export interface CustomHostnameOptions {
  /** Refuse `*.localhost`, as the platform does. */
  readonly strict: boolean;
  /** Ids of zones without access to custom metadata. */
  readonly withoutMetadata: readonly string[];
  /** Most hostnames of every zone; by default its plan sets the limit. */
  readonly quota: number | undefined;
}

type Body = z.output<typeof customHostnameEditBody>;

/** Custom hostnames: cloudflare-typescript, Custom hostnames. */
export function createCustomHostnamesService(options: CustomHostnameOptions): Service<typeof endpoints> {
  const withoutMetadata = new Set(options.withoutMetadata);
  const { strict } = options;

  const getQuota = ({ zone }: ZoneTenant): HostnameQuota =>
    options.quota === undefined
      ? hostnameQuotas[zone.plan.legacy_id]
      : { allocated: options.quota, hard_cap: options.quota };

  /**
   * Applies the members of a body to a record; all other members stay.
   *
   * @param record called once the body is valid, so that a refusal uses up no ids
   * @throws ApiError
   */
  function merge(
    world: World,
    zone: ZoneTenant,
    hostname: string,
    record: () => StoredCustomHostname,
    body: Body,
    check: HostnameCheck,
  ): StoredCustomHostname {
    const { ssl, custom_metadata, custom_origin_server: server, custom_origin_sni: sni } = body;
    if (ssl) checkSsl(ssl);
    const metadata = custom_metadata ? checkMetadata(zone, hostname, custom_metadata, withoutMetadata) : null;
    const origin = server ? checkOriginHostname(server, check, '/custom_origin_server') : null;
    const originSni = sni ? checkSni(sni, check) : null;
    const before = record();
    const resource = { ...before.resource };
    if (ssl !== undefined)
      set(
        resource,
        'ssl',
        ssl && makeSsl({ ids: world.ids, clock: zone.clock }, hostname, ssl, resource.ssl),
      );
    if (custom_metadata !== undefined) set(resource, 'custom_metadata', metadata?.value);
    if (server !== undefined) set(resource, 'custom_origin_server', origin);
    if (sni !== undefined) set(resource, 'custom_origin_sni', originSni);
    const text = custom_metadata === undefined ? before.metadata : (metadata?.text ?? '');
    return { ...before, resource, metadata: text };
  }

  return {
    'custom-hostnames.hostname.list': ({ world, zone, query }) => {
      const records = world.customHostnames.of(zone.id).map(({ resource }) => resource);
      const isNewestFirst = world.stances.get('custom-hostnames.order') === 'newest first';
      if (isNewestFirst && query.order === undefined) records.reverse();
      const { items, info } = paginate(selectHostnames(records, query), query);
      return { result: items, page: info };
    },

    'custom-hostnames.hostname.create': ({ world, zone, body, restsOn }) => {
      const check = { strict, restsOn };
      const hostname = checkHostname(body.hostname, check);
      const { hard_cap: limit } = getQuota(zone);
      if (limit === 0) throw new ApiError('hostname-quota-none');
      if (world.customHostnames.count(zone.id) >= limit)
        throw new ApiError('hostname-quota-exceeded', { limit });
      if (world.customHostnames.byHostname(hostname)) {
        throw new ApiError('hostname-exists', { hostname }, '/hostname');
      }
      const record = merge(world, zone, hostname, () => newRecord(world, zone, hostname), body, check);
      world.customHostnames.put(record);
      return { result: record.resource };
    },

    'custom-hostnames.quota.get': ({ world, zone }) => {
      const quota = getQuota(zone);
      const used = world.customHostnames.count(zone.id);
      return { result: { ...quota, used, exceeded: used > quota.allocated } };
    },

    'custom-hostnames.hostname.get': ({ world, zone, params }) => ({
      result: find(world, zone, params.custom_hostname_id).resource,
    }),

    'custom-hostnames.hostname.edit': ({ world, zone, params, body, restsOn }) => {
      const before = find(world, zone, params.custom_hostname_id);
      if (body.hostname !== undefined && body.hostname.toLowerCase() !== before.hostname) {
        throw new ApiError('hostname-fixed', {}, '/hostname');
      }
      const record = merge(world, zone, before.hostname, () => before, body, { strict, restsOn });
      world.customHostnames.put(record);
      return { result: record.resource };
    },

    'custom-hostnames.hostname.delete': ({ world, zone, params }) => {
      const record = find(world, zone, params.custom_hostname_id);
      world.customHostnames.remove(record);
      return { result: { id: record.id } };
    },
  };
}

/** @throws ApiError `hostname-id-invalid` or `hostname-unknown` */
function find(world: World, zone: ZoneTenant, id: string): StoredCustomHostname {
  if (!uuidSchema.safeParse(id).success) throw new ApiError('hostname-id-invalid', { id });
  const record = world.customHostnames.get(zone.id, id.toLowerCase());
  if (!record) throw new ApiError('hostname-unknown');
  return record;
}

/** Active at once, since there is no DNS to wait for; the proof of ownership is present all the same. */
function newRecord(world: World, zone: ZoneTenant, hostname: string): StoredCustomHostname {
  const id = world.ids.uuid();
  const token = world.ids.uuid();
  const base = hostname.replace(/^\*\./, '');
  const resource: CustomHostname = {
    id,
    hostname,
    status: world.stances.get('custom-hostnames.first-state'),
    ownership_verification: { type: 'txt', name: `_cf-custom-hostname.${base}`, value: token },
    ownership_verification_http: {
      http_url: `http://${base}/.well-known/cf-custom-hostname-challenge/${id}`,
      http_body: token,
    },
    created_at: zone.clock.timestamp(),
  };
  return { id, hostname, zoneId: zone.id, resource, metadata: '' };
}

/** The origin's SNI: a hostname, or the placeholder for the host of the request. */
function checkSni(sni: string, check: HostnameCheck): string {
  return sni === ':request_host_header:' ? sni : checkOriginHostname(sni, check, '/custom_origin_sni');
}

/** Sets a member, or removes it without a value. */
function set<K extends keyof CustomHostname>(
  resource: CustomHostname,
  name: K,
  value: CustomHostname[K] | null,
): void {
  if (value === undefined || value === null) delete resource[name];
  else resource[name] = value;
}
