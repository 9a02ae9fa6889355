import { describe, expect, it } from 'vitest';
import { ApiError } from '../../spec/errors.ts';
import { worldDefaults } from '../world/defaults.ts';
import { World } from '../world/world.ts';
import { mayReachAccount, mayReachZone, requirePermission } from './authorize.ts';
import { createCredentials, type TokenOption } from './credentials.ts';

const { accountId, zoneId } = worldDefaults;
const elsewhere = 'f'.repeat(32);

function actorWith(option: Omit<TokenOption, 'value' | 'permissions'> & Partial<TokenOption>) {
  const actor = createCredentials([{ value: 'token', permissions: [], ...option }]).byToken('token');
  if (!actor) throw new Error('the token is known');
  return actor;
}

describe('requirePermission', () => {
  const reader = actorWith({ permissions: ['Zone Read'] });

  it('lets a credential pass that holds one of the permissions', () => {
    expect(() => requirePermission(reader, ['Zone Edit', 'Zone Read'])).not.toThrow();
  });

  it('lets any credential pass where none is asked for', () => {
    expect(() => requirePermission(actorWith({}), [])).not.toThrow();
  });

  it('refuses a credential that holds none of them', () => {
    expect(() => requirePermission(reader, ['Zone Edit'])).toThrow(new ApiError('permission-missing'));
  });
});

describe('the zones and accounts of a token', () => {
  const zone = new World({ tenants: 'strict', seed: 1 }).zone(zoneId);
  if (!zone) throw new Error('the seeded world has this zone');

  it.each([
    ['without limits', {}, true],
    ['of this zone', { zones: [zoneId] }, true],
    ['of another zone', { zones: [elsewhere] }, false],
    ['of no zone', { zones: [] }, false],
    ['of the account of the zone', { accounts: [accountId] }, true],
    ['of another account', { accounts: [elsewhere] }, false],
    ['of this zone in another account', { accounts: [elsewhere], zones: [zoneId] }, false],
  ])('a token %s reaches the zone: %s', (_, option, reached) => {
    expect(mayReachZone(actorWith(option), zone)).toBe(reached);
  });

  it.each([
    ['without limits', {}, true],
    ['of this account', { accounts: [accountId] }, true],
    ['of another account', { accounts: [elsewhere] }, false],
  ])('a token %s reaches the account: %s', (_, option, reached) => {
    expect(mayReachAccount(actorWith(option), { id: accountId })).toBe(reached);
  });
});
