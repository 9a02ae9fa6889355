import ipaddr from 'ipaddr.js';
import { basePath } from '../../spec/endpoint.ts';
import { anyGroup, type Permission, permissions, toGroupName } from '../../spec/permissions.ts';
import { isObject, type JsonValue } from '../engines/openapi/json.ts';
import type { AccountTenant } from './account-tenant.ts';
import type { Clock } from './clock.ts';
import type { Actor, Place } from './credentials.ts';
import { worldDefaults } from './defaults.ts';
import type { DocumentRecord, DocumentRecords } from './document-records.ts';
import type { World } from './world.ts';

/** Starts of the values of created tokens: Cloudflare docs, Token formats. */
export const tokenStarts = { user: 'cfut_', account: 'cfat_' } as const;

/** A token as the API describes it. The names of its permission groups are set when it is created. */
export interface TokenResource {
  readonly id: string;
  readonly status: Actor['status'];
  readonly policies: readonly TokenPolicy[];
  readonly condition?: { readonly request_ip?: RequestIp | undefined } | undefined;
  readonly not_before?: string | undefined;
  readonly expires_on?: string | undefined;
}

export interface TokenPolicy {
  readonly effect: 'allow' | 'deny';
  readonly permission_groups: readonly { readonly id: string; readonly name: string }[];
  readonly resources: Readonly<Record<string, JsonValue>>;
}

interface RequestIp {
  readonly in?: readonly string[] | undefined;
  readonly not_in?: readonly string[] | undefined;
}

/** The state of a token at a time. */
export const getTokenStatus = ({ status, expires_on }: TokenResource, now: number): Actor['status'] =>
  expires_on !== undefined && now >= Date.parse(expires_on) ? 'expired' : status;

/**
 * Finds the tokens that were created through the API. They are records there, whose `secret` is the digest of the value.
 *
 * @returns a function that finds the owner of a value
 */
export function findCreatedTokens(world: World): (value: string, digest: string) => Actor | undefined {
  const actors = new WeakMap<DocumentRecord, Actor>();
  /** Where a token was last. */
  const places = new Map<string, TokenShelf>();
  const findIn = (place: TokenShelf, digest: string) =>
    place.shelf.of(place.collection).find(({ secret }) => secret === digest);
  return (value, digest) => {
    const shelves = value.startsWith(tokenStarts.user)
      ? [userShelf(world)]
      : value.startsWith(tokenStarts.account)
        ? accountShelves(world, places.get(digest))
        : [];
    for (const place of shelves) {
      const record = findIn(place, digest);
      if (!record) continue;
      places.set(digest, place);
      const actor = actors.get(record) ?? toActor(record, place);
      actors.set(record, actor);
      return actor;
    }
    return undefined;
  };
}

interface TokenShelf {
  readonly shelf: DocumentRecords;
  readonly collection: string;
  readonly clock: Clock;
  /** The account that owns its tokens; undefined for those of the user. */
  readonly account: AccountTenant | undefined;
}

const userShelf = ({ documented, clock }: World): TokenShelf => ({
  shelf: documented,
  collection: `${basePath}/user/tokens`,
  clock,
  account: undefined,
});

/** @param first where to look first */
function* accountShelves(world: World, first: TokenShelf | undefined): Generator<TokenShelf> {
  if (first?.account && world.accounts.get(first.account.id) === first.account) yield first;
  for (const account of world.accounts.list()) {
    const { documented: shelf, clock, id } = account;
    yield { shelf, collection: `${basePath}/accounts/${id}/tokens`, clock, account };
  }
}

function toActor({ value }: DocumentRecord, { clock, account }: TokenShelf): Actor {
  // Only the handlers of tokens write it.
  const token = value as unknown as TokenResource;
  const grants = token.policies.map(readGrant);
  const actor: Actor = {
    id: token.id,
    scheme: 'api_token',
    email: worldDefaults.email,
    get status() {
      const now = clock.now();
      const isEarly = token.not_before !== undefined && now < Date.parse(token.not_before);
      return isEarly ? 'disabled' : getTokenStatus(token, now);
    },
    // A policy denies something at its resources alone, which are not known yet.
    permissions: getPermissions(grants.filter(({ allows }) => allows)),
    accounts: toIds(grants.flatMap(({ accounts, zonesOf }) => [...accounts, ...zonesOf])),
    zones: toIds(
      grants.flatMap(({ accounts, zonesOf, zones }) =>
        accounts.size + zonesOf.size > 0 ? ['*'] : [...zones],
      ),
    ),
    owner: account ? 'account' : 'user',
    period: {
      ...(token.not_before !== undefined && { not_before: token.not_before }),
      ...(token.expires_on !== undefined && { expires_on: token.expires_on }),
    },
    admits: (address) => admits(token.condition?.request_ip, address),
    at: (place) => ({
      ...actor,
      permissions: getPermissions(grants.filter((grant) => covers(grant, place))),
    }),
  };
  return actor;
}

/** What a policy allows or denies, and where; `*` is everywhere. */
interface Grant {
  readonly allows: boolean;
  readonly names: readonly string[];
  readonly accounts: ReadonlySet<string>;
  readonly zones: ReadonlySet<string>;
  /** Accounts of which it has all zones. */
  readonly zonesOf: ReadonlySet<string>;
}

const account = 'com.cloudflare.api.account.';
const zone = 'com.cloudflare.api.account.zone.';

/** Cloudflare docs, Create tokens via API: a resource is an account, a zone, or all zones of an account. */
function readGrant({ effect, permission_groups, resources }: TokenPolicy): Grant {
  const [accounts, zones, zonesOf] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const [name, value] of Object.entries(resources)) {
    if (name.startsWith(zone)) zones.add(name.slice(zone.length));
    else if (!name.startsWith(account)) continue;
    else if (!isObject(value)) accounts.add(name.slice(account.length));
    else
      for (const inner of Object.keys(value)) {
        if (inner === `${zone}*`) zonesOf.add(name.slice(account.length));
        else zones.add(inner.slice(zone.length));
      }
  }
  return {
    allows: effect === 'allow',
    names: permission_groups.map((group) => group.name),
    accounts,
    zones,
    zonesOf,
  };
}

/** Whether a policy is about a place. A policy of an account is about its zones too (inferred). */
function covers({ accounts, zones, zonesOf }: Grant, { account, zone }: Place): boolean {
  const has = (ids: ReadonlySet<string>, id: string | undefined) =>
    id !== undefined && (ids.has('*') || ids.has(id));
  const owner = account ?? zone?.zone.account.id;
  if (zone) return has(zones, zone.id) || has(zonesOf, owner) || has(accounts, owner);
  return account === undefined || has(accounts, account);
}

/** The permissions of policies, less what they deny, also under the names that the contract has for them. */
function getPermissions(grants: readonly Grant[]): ReadonlySet<Permission> {
  const names = new Set<string>();
  for (const grant of grants.filter(({ allows }) => allows)) for (const name of grant.names) names.add(name);
  for (const grant of grants.filter(({ allows }) => !allows))
    for (const name of grant.names) names.delete(name);
  for (const name of permissions) if (names.has(toGroupName(name))) names.add(name);
  const groups = [...names];
  if (groups.length > 0) names.add(anyGroup.read);
  if (groups.some((name) => !name.endsWith(' Read'))) names.add(anyGroup.write);
  // Names of groups that the contract doesn't have open operations of the register.
  return names as ReadonlySet<string> as ReadonlySet<Permission>;
}

function toIds(ids: readonly string[]): Actor['accounts'] {
  return ids.includes('*') ? 'all' : new Set(ids);
}

/** Whether the condition of a token lets an address use it. */
function admits(condition: RequestIp | undefined, address: string): boolean {
  const client = ipaddr.process(address);
  const isIn = (range: string) => {
    const [network, bits] = toRange(range);
    return network.kind() === client.kind() && client.match(network, bits);
  };
  const { in: within = [], not_in: without = [] } = condition ?? {};
  return (within.length === 0 || within.some(isIn)) && !without.some(isIn);
}

/** An address or a network, as a network. @throws Error for any other text */
export function toRange(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
