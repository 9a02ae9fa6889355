import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../spec/errors.ts';
import { createCredentials, type TokenOption } from '../../world/credentials.ts';
import { worldDefaults } from '../../world/defaults.ts';
import { World } from '../../world/world.ts';
import { authenticate, mayReachAccount, mayReachZone, requirePermission } from './authorize.ts';

const credentials = createCredentials([
  { value: 'disabled-token', permissions: ['Zone Read'], status: 'disabled' },
  { value: 'expired-token', permissions: ['Zone Read'], status: 'expired' },
  { value: 'abc.DEF-123_~+/==', permissions: [] },
]);
const { apiToken, readToken, gatewayToken, email, apiKey } = worldDefaults;

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
    ['the full token', { authorization: `Bearer ${apiToken}` }, 'api_token'],
    ['the read-only token', { authorization: `Bearer ${readToken}` }, 'api_token'],
    ['the gateway-only token', { authorization: `Bearer ${gatewayToken}` }, 'api_token'],
    ['a token with every character of token68', { authorization: 'Bearer abc.DEF-123_~+/==' }, 'api_token'],
    [
      'a scheme in lower case, since schemes have no case',
      { authorization: `bearer ${apiToken}` },
      'api_token',
    ],
    ['the pair of e-mail and key', { 'x-auth-email': email, 'x-auth-key': apiKey }, 'api_key'],
    [
      'a token beside a wrong pair, since the token is looked at first',
      { authorization: `Bearer ${apiToken}`, 'x-auth-email': 'x', 'x-auth-key': 'y' },
      'api_token',
    ],
  ])('accepts %s', (_, headers, scheme) => {
    expect(outcome(headers)).toBe(scheme);
  });

  it.each([
    ['no header at all', {}, 'credentials-missing'],
    ['the e-mail alone', { 'x-auth-email': email }, 'credentials-missing'],
    ['the key alone', { 'x-auth-key': apiKey }, 'credentials-missing'],
    ['an empty Authorization header', { authorization: '' }, 'authorization-malformed'],
    [
      'Bearer and nothing, as HTTP delivers an empty value',
      { authorization: 'Bearer' },
      'authorization-malformed',
    ],
    ['Bearer and a space', { authorization: 'Bearer ' }, 'authorization-malformed'],
    ['a token without a scheme', { authorization: apiToken }, 'authorization-malformed'],
    ['another scheme', { authorization: 'Basic dXNlcjpwYXNz' }, 'authorization-malformed'],
    ['Bearer with a colon', { authorization: `Bearer: ${apiToken}` }, 'authorization-malformed'],
    ['two spaces', { authorization: `Bearer  ${apiToken}` }, 'authorization-malformed'],
    ['a tab', { authorization: `Bearer\t${apiToken}` }, 'authorization-malformed'],
    ['a space inside the token', { authorization: 'Bearer abc def' }, 'authorization-malformed'],
    ['double quotes', { authorization: `Bearer "${apiToken}"` }, 'authorization-malformed'],
    ['single quotes', { authorization: `Bearer '${apiToken}'` }, 'authorization-malformed'],
    ['a character outside ASCII', { authorization: 'Bearer tok\u00e9n' }, 'authorization-malformed'],
    ['padding in the middle', { authorization: 'Bearer ab=cd' }, 'authorization-malformed'],
    [
      'two Authorization headers, which arrive joined',
      { authorization: `Bearer ${apiToken}, Bearer ${apiToken}` },
      'authorization-malformed',
    ],
    ['a token that nobody issued', { authorization: 'Bearer nobody' }, 'token-unknown'],
    ['a token in another case', { authorization: `Bearer ${apiToken.toUpperCase()}` }, 'token-unknown'],
    ['a disabled token', { authorization: 'Bearer disabled-token' }, 'token-unknown'],
    ['an expired token', { authorization: 'Bearer expired-token' }, 'token-unknown'],
    ['an e-mail that is none', { 'x-auth-email': 'somebody', 'x-auth-key': apiKey }, 'auth-email-malformed'],
    ['an empty e-mail', { 'x-auth-email': '', 'x-auth-key': apiKey }, 'auth-email-malformed'],
    ['a key that is too short', { 'x-auth-email': email, 'x-auth-key': 'short' }, 'auth-key-malformed'],
    [
      'a key with a space in it',
      { 'x-auth-email': email, 'x-auth-key': apiKey.replace('5', ' ') },
      'auth-key-malformed',
    ],
    [
      'a key of somebody else',
      { 'x-auth-email': 'other@example.localhost', 'x-auth-key': apiKey },
      'auth-key-unknown',
    ],
    ['a wrong key', { 'x-auth-email': email, 'x-auth-key': `${apiKey}0` }, 'auth-key-unknown'],
  ])('refuses %s', (_, headers, failure) => {
    expect(outcome(headers)).toBe(failure);
  });

  it('never gets a newline, which no header can contain', () => {
    expect(() => new Headers({ authorization: 'Bearer abc\ndef' })).toThrow(TypeError);
  });
});

const { accountId, zoneId } = worldDefaults;
const elsewhere = 'f'.repeat(32);

function actorWith(option: Omit<TokenOption, 'value' | 'permissions'> & Partial<TokenOption>) {
  const actor = createCredentials([{ value: 'token', permissions: [], ...option }]).byToken('token');
  if (!actor) throw new Error('the token is known');
  return actor;
}

describe('requirePermission', () => {
  const reader = actorWith({ permissions: ['Zone Read'] });

  it('accepts a credential with one of the permissions', () => {
    expect(() => requirePermission(reader, ['Zone Edit', 'Zone Read'])).not.toThrow();
  });

  it('accepts any credential if none is required', () => {
    expect(() => requirePermission(actorWith({}), [])).not.toThrow();
  });

  it('refuses a credential with none of them', () => {
    expect(() => requirePermission(reader, ['Zone Edit'])).toThrow(new ApiError('permission-missing'));
  });
});

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
