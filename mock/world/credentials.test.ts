import { describe, expect, it } from 'vitest';
import { permissions } from '../../spec/permissions.ts';
import { createCredentials } from './credentials.ts';
import { worldDefaults } from './defaults.ts';

const { apiToken, readToken, gatewayToken, email, apiKey } = worldDefaults;

describe('createCredentials', () => {
  const credentials = createCredentials([]);

  it.each([
    ['the full token holds every permission', apiToken, [...permissions]],
    [
      'the read-only token holds the permissions to read',
      readToken,
      permissions.filter((name) => name.endsWith('Read')),
    ],
    [
      'the gateway token holds those of the inference gateway',
      gatewayToken,
      ['AI Gateway Edit', 'AI Gateway Read'],
    ],
  ])('%s', (_, token, held) => {
    expect([...(credentials.byToken(token)?.permissions ?? [])]).toEqual(held);
  });

  it('treats the e-mail and key pair as a user with every permission', () => {
    const user = credentials.byKey(email, apiKey);
    expect(user).toMatchObject({ scheme: 'api_key', email, accounts: 'all', zones: 'all' });
    expect(user?.permissions.size).toBe(permissions.length);
  });

  it('knows nothing else', () => {
    expect(credentials.byToken('nobody')).toBeUndefined();
    expect(credentials.byKey(email, 'nothing')).toBeUndefined();
    expect(credentials.byKey('nobody@example.localhost', apiKey)).toBeUndefined();
  });

  it('gives each credential its own id of 32 hexadecimal digits', () => {
    const more = createCredentials([
      { value: 'a', permissions: [] },
      { value: 'b', permissions: [] },
    ]);
    const ids = [apiToken, readToken, gatewayToken, 'a', 'b'].map((token) => more.byToken(token)?.id);
    expect(new Set([...ids, more.byKey(email, apiKey)?.id]).size).toBe(6);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
  });

  it('lets an option replace a seeded token', () => {
    const changed = createCredentials([
      { value: apiToken, permissions: ['Zone Read'], email: 'a@b.example' },
    ]);
    expect(changed.byToken(apiToken)).toMatchObject({ email: 'a@b.example', status: 'active' });
    expect(changed.byToken(apiToken)?.permissions.size).toBe(1);
  });
});
