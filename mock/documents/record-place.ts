import type { Endpoint } from '../../spec/endpoint.ts';
import { splitUrl } from '../../spec/url.ts';
import type { Call } from '../api/call.ts';
import type { Resource } from '../engines/openapi/resources/resource.ts';
import type { DocumentRecords } from '../world/document-records.ts';
import type { ZoneTenant } from '../world/zone-tenant.ts';

/** Where the records of a request are. */
export interface RecordPlace {
  readonly shelf: DocumentRecords;
  /** Path of the request from the root of the host, decoded segment by segment. */
  readonly segments: readonly string[];
  /** Number of segments of the document's base path. */
  readonly base: number;
}

/** The account of a request, as its path or its zone names it. */
export function getAccountId(call: Call<Endpoint>): string | undefined {
  const { account_id } = call.params as Readonly<Record<string, string | undefined>>;
  return account_id ?? getZone(call)?.zone.account.id;
}

/** The zone in the path of a request. */
export function getZone({ world, params }: Call<Endpoint>): ZoneTenant | undefined {
  const { zone_id } = params as Readonly<Record<string, string | undefined>>;
  return zone_id === undefined ? undefined : world.zones.get(zone_id);
}

/** Finds the records of a request: those of the account in its path, or of the world. */
export function toPlace(call: Call<Endpoint>, basePath: string): RecordPlace {
  const { world, request } = call;
  const accountId = getAccountId(call);
  const account = accountId === undefined ? undefined : world.accounts.get(accountId);
  return {
    shelf: account?.documented ?? world.documented,
    segments: splitUrl(request.url).path.split('/').slice(1),
    base: count(basePath),
  };
}

/**
 * The path of a resource: variables of its template are segments of the path of the request, where they are.
 *
 * @example
 * toPath(place, '/zones/{zone_id}/dns_records'); // '/client/v4/zones/023e…/dns_records'
 */
export function toPath({ segments, base }: RecordPlace, template: string): string {
  const own = template.split('/').slice(1);
  const named = own.map((name, at) => (name.includes('{') ? (segments[base + at] ?? '') : name));
  return `/${[...segments.slice(0, base), ...named].join('/')}`;
}

/** The segment of the path that a variable of a template has taken, decoded. */
export function getId(place: RecordPlace, itemPath: string): string {
  const segment = place.segments[place.base + count(itemPath) - 1] ?? '';
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const count = (path: string) => path.split('/').length - 1;

/** The resources above a resource, the nearest first. */
export function* ancestors(resource: Resource): Generator<Resource> {
  for (let parent = resource.parent; parent; parent = parent.parent) yield parent;
}
