import { ApiError } from '../../../spec/errors.ts';
import type { Permission } from '../../../spec/permissions.ts';
import type { Account } from '../../world/account-tenant.ts';
import type { Actor, Credentials } from '../../world/credentials.ts';
import type { World } from '../../world/world.ts';
import type { ZoneTenant } from '../../world/zone-tenant.ts';

/** RFC 6750: characters of a Bearer token. */
const bearer = /^Bearer ([A-Za-z0-9\-._~+/]+=*)$/i;
const email = /^[^\s@]+@[^\s@]+$/;
const apiKey = /^[A-Za-z0-9_-]{30,64}$/;

/**
 * Returns the sender of a request.
 *
 * @throws ApiError `credentials-missing`, `token-unknown`, or a failure for malformed headers: live API answers that
 * users report.
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
 * Checks that an actor has one of the permissions of an operation. An empty list requires none.
 *
 * @throws ApiError `permission-missing` (401, code 10000).
 */
export function requirePermission(actor: Actor, anyOf: readonly Permission[]): void {
  if (anyOf.length > 0 && !anyOf.some((name) => actor.permissions.has(name))) {
    throw new ApiError('permission-missing');
  }
}

/** Whether an actor can access a zone, by the zone itself or by its account. */
export function mayReachZone(actor: Actor, tenant: ZoneTenant): boolean {
  if (actor.at) return actor.at({ zone: tenant, account: undefined }).permissions.size > 0;
  return (actor.zones === 'all' || actor.zones.has(tenant.id)) && mayReachAccount(actor, tenant.zone.account);
}

/**
 * Returns the zone with this id. With zones on demand, only an actor with access creates one, in an account with the
 * same id.
 */
export function zoneFor(actor: Actor | undefined, world: World, id: string): ZoneTenant | undefined {
  return actor && !mayReachAccount(actor, { id }) ? world.zones.get(id) : world.zone(id);
}

/** Whether an actor can access an account. */
export function mayReachAccount(actor: Actor, account: Pick<Account, 'id'>): boolean {
  return actor.accounts === 'all' || actor.accounts.has(account.id);
}
