import type { Endpoint } from '../../spec/endpoint.ts';
import { ApiError } from '../../spec/errors.ts';
import { splitUrl } from '../../spec/url.ts';
import { findNotFound } from '../../spec/v4/not-found.ts';
import type { Call } from '../api/call.ts';
import type { Resource } from '../engines/openapi/resources/resource.ts';
import { toUsualPath } from '../engines/openapi/usual-path.ts';
import type { DocumentRecords } from '../world/document-records.ts';
import type { World } from '../world/world.ts';
import type { ZoneTenant } from '../world/zone-tenant.ts';

/** Where the records of a request are. */
export interface RecordPlace {
  readonly shelf: DocumentRecords;
  /** Path of the request from the root of the host, each segment encoded in the same way. */
  readonly segments: readonly string[];
  /** Number of segments of the document's base path. */
  readonly base: number;
  /** Segments of the template of the request; empty where there is none. */
  readonly template: readonly string[];
}

/** A world, and the zone and account that a path names. */
export interface RecordScene {
  readonly world: World;
  /** Those of the platform's zones and accounts are `zone_id` and `account_id`. */
  readonly params: unknown;
}

/** The account of a request, as its path or its zone names it. */
export function getAccountId(scene: RecordScene): string | undefined {
  const { account_id } = scene.params as Readonly<Record<string, string | undefined>>;
  return account_id ?? getZone(scene)?.zone.account.id;
}

/** The zone in the path of a request. */
export function getZone({ world, params }: RecordScene): ZoneTenant | undefined {
  const { zone_id } = params as Readonly<Record<string, string | undefined>>;
  return zone_id === undefined ? undefined : world.zones.get(zone_id);
}

/** Finds the records of a request: those of the account in its path, or of the world. */
export const toPlace = (call: Call<Endpoint>, basePath: string, template: string): RecordPlace => ({
  ...placeAt(call, splitUrl(call.request.url).path, basePath),
  template: template.split('/').slice(1),
});

/** Finds the records at a path from the root of the host. */
export function placeAt(scene: RecordScene, path: string, basePath: string): RecordPlace {
  const accountId = getAccountId(scene);
  const account = accountId === undefined ? undefined : scene.world.accounts.get(accountId);
  return {
    shelf: account?.documented ?? scene.world.documented,
    segments: toUsualPath(path).split('/').slice(1),
    base: count(basePath),
    template: [],
  };
}

/**
 * The path of a resource: variables of its template are segments of the path of the request, where they are, or where
 * its own template has a variable of that name.
 *
 * @example
 * toPath(place, '/zones/{zone_id}/dns_records'); // '/client/v4/zones/023e…/dns_records'
 */
export function toPath({ segments, base, template: asked }: RecordPlace, template: string): string {
  const own = template.split('/').slice(1);
  const named = own.map((name, at) =>
    name.includes('{') ? (segments[base + findVariable(asked, name, at)] ?? '') : name,
  );
  return `/${[...segments.slice(0, base), ...named].join('/')}`;
}

/** Where a template has a variable: at a place, if there is any there, or else under the same name. */
function findVariable(template: readonly string[], name: string, at: number): number {
  const named = template[at]?.includes('{') === false ? template.indexOf(name) : at;
  return named === -1 ? at : named;
}

/** The variables of the template of a request, decoded. */
export function readVariables({ template, segments, base }: RecordPlace): Readonly<Record<string, string>> {
  return Object.fromEntries(
    template.flatMap((name, at) =>
      name.startsWith('{') ? [[name.slice(1, -1), decode(segments[base + at] ?? '')]] : [],
    ),
  );
}

/** The segment of the path that a variable of a template has taken, decoded. */
export function getId(place: RecordPlace, itemPath: string): string {
  const path = toPath(place, itemPath);
  return decode(path.slice(path.lastIndexOf('/') + 1));
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const count = (path: string) => path.split('/').length - 1;

/** The resources above a resource, the nearest first. */
export function* ancestors(resource: Pick<Resource, 'parent'>): Generator<Resource> {
  for (let parent = resource.parent; parent; parent = parent.parent) yield parent;
}

export function unknownRecord(path: string): ApiError {
  const entry = findNotFound(path);
  const id = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
  return new ApiError('document-record-unknown', { path, id }, undefined, entry && { entry });
}

/**
 * @param own resources whose records are the contract's, which are not looked up
 * @throws ApiError `document-record-unknown` for the first parent that does not exist
 */
export function requireParents(
  resource: Pick<Resource, 'parent'>,
  place: RecordPlace,
  own: ReadonlySet<Resource>,
): void {
  for (const parent of ancestors(resource)) {
    if (parent.itemPath === undefined || parent.preset || !isKept(parent) || own.has(parent)) continue;
    const path = toPath(place, parent.itemPath);
    if (!place.shelf.find(path)) throw unknownRecord(path);
  }
}

/** Accounts and zones are those of the world, which the access rules have found already. */
export const isKept = ({ itemPath }: Resource) => !/^\/(?:zones|accounts)\/\{[^}]*\}$/.test(itemPath ?? '');
