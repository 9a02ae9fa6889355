import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../spec/errors.ts';
import { createCredentials, type TokenOption } from '../../world/credentials.ts';
import { worldDefaults } from '../../world/defaults.ts';
import { World } from '../../world/world.ts';
import { authenticate, mayReachAccount, mayReachZone } from './authorize.ts';

const credentials = createCredentials([
  { value: 'disabled-token', permissions: ['Zone Read'], status: 'disabled' },
  { value: 'expired-token', permissions: ['Zone Read'], status: 'expired' },
  { value: 'abc.DEF-123_~+/==', permissions: [] },
]);
const { apiToken, email, apiKey } = worldDefaults;

/** The name of the failure, or the scheme of the accepted credentials. */
function outcome(headers: Record<string, string>): string {
  try {
    return authenticate(new Headers(headers), credentials).scheme;
  } catch (error) {
    if (error instanceof ApiError) return error.failure;
    throw error;
  }
}

describe('authenticate', () => {
  it.each([
    ['a token with every character of token68', { authorization: 'Bearer abc.DEF-123_~+/==' }, 'api_token'],
    [
      'a scheme in lower case, since schemes have no case',
      { authorization: `bearer ${apiToken}` },
      'api_token',
    ],
    [
      'a token beside a wrong pair, since the token is looked at first',
      { authorization: `Bearer ${apiToken}`, 'x-auth-email': 'x', 'x-auth-key': 'y' },
      'api_token',
    ],
  ])('accepts %s', (_, headers, scheme) => {
    expect(outcome(headers)).toBe(scheme);
  });

  it.each([
    ['a space inside the token', { authorization: 'Bearer abc def' }, 'authorization-malformed'],
    ['a character outside ASCII', { authorization: 'Bearer tok\u00e9n' }, 'authorization-malformed'],
    [
      'two Authorization headers, which arrive joined',
      { authorization: `Bearer ${apiToken}, Bearer ${apiToken}` },
      'authorization-malformed',
    ],
    ['a token in another case', { authorization: `Bearer ${apiToken.toUpperCase()}` }, 'token-unknown'],
    ['a disabled token', { authorization: 'Bearer disabled-token' }, 'token-unknown'],
    ['an expired token', { authorization: 'Bearer expired-token' }, 'token-unknown'],
    [
      'a key with a space in it',
      { 'x-auth-email': email, 'x-auth-key': apiKey.replace('5', ' ') },
      'auth-key-malformed',
    ],
  ])('refuses %s', (_, headers, failure) => {
    expect(outcome(headers)).toBe(failure);
  });
});

const { accountId, zoneId } = worldDefaults;
const elsewhere = 'f'.repeat(32);

function actorWith(option: Omit<TokenOption, 'value' | 'permissions'> & Partial<TokenOption>) {
  const actor = createCredentials([{ value: 'token', permissions: [], ...option }]).byToken('token');
  if (!actor) throw new Error('the token is known');
  return actor;
}

describe('access to zones and accounts', () => {
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
