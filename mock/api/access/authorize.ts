import { ApiError } from '../../../spec/errors.ts';
import type { Permission } from '../../../spec/permissions.ts';
import type { Account } from '../../world/account-tenant.ts';
import type { Actor, Credentials } from '../../world/credentials.ts';
import type { World } from '../../world/world.ts';
import type { ZoneTenant } from '../../world/zone-tenant.ts';

/** RFC 6750: the characters a Bearer token may consist of. */
const bearer = /^Bearer ([A-Za-z0-9\-._~+/]+=*)$/i;
const email = /^[^\s@]+@[^\s@]+$/;
const apiKey = /^[A-Za-z0-9_-]{30,64}$/;

/**
 * Who sends a request.
 *
 * @throws ApiError `credentials-missing`, a malformed-header failure, or that the credential is unknown:
 *   live API answers that users report.
 */
export function authenticate(headers: Headers, credentials: Credentials): Actor {
  const authorization = headers.get('authorization');
  if (authorization !== null) {
    const token = bearer.exec(authorization)?.[1];
    if (token === undefined) throw new ApiError('authorization-malformed');
    const actor = credentials.byToken(token);
    if (actor?.status !== 'active') throw new ApiError('token-unknown');
    return actor;
  }
  const address = headers.get('x-auth-email');
  const key = headers.get('x-auth-key');
  if (address === null || key === null) throw new ApiError('credentials-missing');
  if (!email.test(address)) throw new ApiError('auth-email-malformed');
  if (!apiKey.test(key)) throw new ApiError('auth-key-malformed');
  const actor = credentials.byKey(address, key);
  if (!actor) throw new ApiError('auth-key-unknown');
  return actor;
}

/**
 * That an actor holds one of the permissions an operation asks for; an empty list asks for none.
 *
 * @throws ApiError `permission-missing` (401, code 10000).
 */
export function requirePermission(actor: Actor, anyOf: readonly Permission[]): void {
  if (anyOf.length > 0 && !anyOf.some((name) => actor.permissions.has(name))) {
    throw new ApiError('permission-missing');
  }
}

/** Whether an actor has rights on a zone, by the zone itself or by its account. */
export function mayReachZone(actor: Actor, tenant: ZoneTenant): boolean {
  return (actor.zones === 'all' || actor.zones.has(tenant.id)) && mayReachAccount(actor, tenant.zone.account);
}

/**
 * The zone with this id. Where zones are made on demand, one is made for those alone who may reach it, which is in an
 * account with the same id.
 */
export function zoneFor(actor: Actor | undefined, world: World, id: string): ZoneTenant | undefined {
  return actor && !mayReachAccount(actor, { id }) ? world.zones.get(id) : world.zone(id);
}

/** Whether an actor has rights on an account. */
export function mayReachAccount(actor: Actor, account: Pick<Account, 'id'>): boolean {
  return actor.accounts === 'all' || actor.accounts.has(account.id);
}
