import type { Endpoint } from '../../../spec/endpoint.ts';
import { ApiError } from '../../../spec/errors.ts';
import { anyGroup, type Permission } from '../../../spec/permissions.ts';
import { decodeSegment, parseQuery, type UrlParts } from '../../../spec/url.ts';
import { namesThisMachine } from '../../engines/address/address-check.ts';
import { inProcess, type Peer } from '../../exchange/peer.ts';
import type { AccountTenant } from '../../world/account-tenant.ts';
import { type Actor, type Credentials, secretDigest } from '../../world/credentials.ts';
import type { World } from '../../world/world.ts';
import type { ZoneTenant } from '../../world/zone-tenant.ts';
import type { Route } from '../operations.ts';
import type { ApiTrace, Located } from '../trace.ts';
import { checkParams, checkQuery } from '../validate.ts';
import { authenticate, mayReachAccount, mayReachZone, requirePermission, zoneFor } from './authorize.ts';
import type { RateLimit } from './rate-limit.ts';

/** The rules of access. */
export interface AccessRules {
  readonly world: World;
  readonly credentials: Credentials;
  readonly rateLimit: RateLimit;
  /** Called before anything of the request but its zone is checked. @throws ApiError */
  readonly admit: (operation: string, zoneId: string) => void;
  readonly adminToken: string | undefined;
}

/**
 * Authorizes the caller of an operation, and counts the request.
 *
 * @returns the caller; undefined on the admin interface
 * @throws ApiError
 */
export function authorize(
  request: Request,
  peer: Peer,
  { id, endpoint }: Route,
  trace: ApiTrace,
  rules: AccessRules,
): Actor | undefined {
  const { access } = endpoint;
  if (access.kind === 'admin') {
    requireAdmin(request, peer, rules);
    return undefined;
  }
  if (access.kind === 'open') {
    if (peer.isForeignPage)
      throw new ApiError('foreign-page', { origin: request.headers.get('origin') ?? 'null' });
    return undefined;
  }
  const { world, credentials, rateLimit } = rules;
  const actor = authenticateFor(id, credentialHeaders(request.headers, endpoint), credentials);
  if (actor.admits?.(peer.address) === false) throw new ApiError('token-location', { address: peer.address });
  trace.actor = actor;
  trace.account = getOnlyAccount(actor, world);
  trace.rate = rateLimit.count(actor, (trace.account ?? world).clock);
  if (trace.rate.exceeded) throw new ApiError('rate-limited', { retryAfter: trace.rate.resetSeconds });
  // Observed: the token of an account belongs to no user.
  if (actor.owner === 'account' && ofUser.test(endpoint.path))
    throw new ApiError(id === 'user.token.verify' ? 'verify-token-unknown' : 'user-level-missing');
  const other = actor.owner === undefined ? undefined : ofCreated[id];
  requirePermission(actor, other ?? access.permissions);
  return actor;
}

const ofUser = /^\/user(?:\/|$)/;

/**
 * What created tokens need, where the contract has other names. certbot finds its zone with a token that may only edit
 * DNS: each of the groups reads zones. The API reference names those of memberships.
 */
const ofCreated: Readonly<Partial<Record<string, readonly Permission[]>>> = {
  'user.membership.list': [
    'Memberships Read',
    'Memberships Write',
  ] as readonly string[] as readonly Permission[],
  'zones.zone.list': [anyGroup.read] as readonly string[] as readonly Permission[],
  'zones.zone.get': [anyGroup.read] as readonly string[] as readonly Permission[],
};

/** @throws ApiError `admin-forbidden` unless the caller is on this machine or sends the admin token */
function requireAdmin(request: Request, peer: Peer, { adminToken }: AccessRules): void {
  const given = request.headers.get('authorization');
  const holdsToken =
    adminToken !== undefined &&
    given !== null &&
    secretDigest(given) === secretDigest(`Bearer ${adminToken}`);
  const isOurs = peer === inProcess || (peer.loopback && isMeantByThisMachine(request));
  if (!isOurs && !holdsToken) throw new ApiError('admin-forbidden');
}

/** The verify operation has its own refusal of a well-formed, unknown token. */
function authenticateFor(id: string, headers: Headers, credentials: Credentials): Actor {
  try {
    return authenticate(headers, credentials);
  } catch (error) {
    if (id === 'user.token.verify' && error instanceof ApiError && error.failure === 'token-unknown') {
      throw new ApiError('verify-token-unknown');
    }
    throw error;
  }
}

/** The headers with the credential. Some operations also read an API token from a header of their own. */
function credentialHeaders(headers: Headers, { tokenHeaders }: Endpoint): Headers {
  if (tokenHeaders === undefined || headers.has('authorization')) return headers;
  const token = tokenHeaders.map((name) => headers.get(name)).find((value) => value !== null);
  return token === undefined || token === null ? headers : new Headers({ authorization: `Bearer ${token}` });
}

/** The account of an actor with access to exactly one. */
function getOnlyAccount({ accounts }: Actor, world: World): AccountTenant | undefined {
  const [id, other] = accounts === 'all' ? [] : accounts;
  return id === undefined || other !== undefined ? undefined : world.accounts.get(id);
}

/**
 * Checks path and query of a request, and finds its zone and account.
 *
 * @throws ApiError for malformed values, and for resources that are missing or belong to another actor
 */
export function locate(
  { path, query }: UrlParts,
  { id, endpoint, params: sent }: Route,
  actor: Actor | undefined,
  trace: ApiTrace,
  { world, admit }: AccessRules,
): Located {
  const params: Record<string, string | undefined> = {};
  for (const [name, segment] of Object.entries(sent)) params[name] = decodeSegment(segment);
  checkParams(endpoint.params, params, path);
  const zone = params['zone_id'] === undefined ? undefined : reachZone(params['zone_id'], actor, world);
  if (zone) {
    trace.zone = zone;
    trace.account = world.accounts.get(zone.zone.account.id);
  }
  if (params['account_id'] !== undefined) trace.account = reachAccount(params['account_id'], actor, world);
  if (actor?.at && endpoint.access.kind === 'api') {
    trace.actor = actor.at({ zone, account: params['account_id'] });
    requirePermission(trace.actor, endpoint.access.permissions);
  }
  if (zone) admit(id, zone.id);
  return { params, zone, query: checkQuery(endpoint.query, parseQuery(query)) };
}

function reachZone(id: string, actor: Actor | undefined, world: World): ZoneTenant {
  // Checked first, so that an actor without access never creates a zone on demand.
  if (actor && actor.zones !== 'all' && !actor.zones.has(id)) throw new ApiError('access-denied');
  const tenant = zoneFor(actor, world, id);
  if (!tenant) throw new ApiError('zone-unknown');
  if (actor && !mayReachZone(actor, tenant)) throw new ApiError('access-denied');
  return tenant;
}

function reachAccount(id: string, actor: Actor | undefined, world: World): AccountTenant {
  if (actor && !mayReachAccount(actor, { id })) throw new ApiError('access-denied');
  const tenant = world.account(id);
  if (!tenant) throw new ApiError('account-unknown');
  return tenant;
}

/**
 * Whether a request from this machine was also sent on its behalf. A foreign page in a local browser sends requests
 * from here too; its `Origin` reveals it, or its `Host`, if a foreign name resolves to this machine.
 */
export function isMeantByThisMachine({ headers, url }: Pick<Request, 'headers' | 'url'>): boolean {
  const origin = headers.get('origin');
  return isOfThisMachine(url) && (origin === null || isOfThisMachine(origin));
}

function isOfThisMachine(url: string): boolean {
  const host = URL.parse(url)?.hostname;
  return host !== undefined && namesThisMachine(host);
}
