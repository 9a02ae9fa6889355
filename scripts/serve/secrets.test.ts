import { expect, test } from 'vitest';
import { createMock } from '../../mock/assembly/create-mock.ts';
import { worldDefaults } from '../../mock/world/defaults.ts';
import { exposureWarning, getSecrets } from './secrets.ts';

const verify = async (options: Parameters<typeof createMock>[0], token: string) => {
  const headers = { authorization: `Bearer ${token}` };
  return (
    await createMock(options).fetch(new Request('http://localhost/client/v4/user/tokens/verify', { headers }))
  ).status;
};

test('a server on loopback has the published secrets, unless others are given', async () => {
  expect(worldDefaults).toMatchObject(getSecrets({}).secrets ?? {});
  const given = getSecrets({ host: '127.0.0.1', apiToken: 'a-token-of-my-own' });
  expect(await verify(given, 'a-token-of-my-own')).toBe(200);
  expect(await verify(given, worldDefaults.apiToken)).toBe(401);
  expect(await verify(given, worldDefaults.readToken)).toBe(200);
});

test('an exposed server has random secrets, unless others are given', async () => {
  const options = getSecrets({ host: '0.0.0.0', readToken: worldDefaults.readToken });
  const { defaults } = createMock(options);
  for (const name of ['apiToken', 'gatewayToken', 'apiKey', 'authKeySecret'] as const) {
    expect(defaults[name]).not.toBe(worldDefaults[name]);
    expect(defaults[name].length).toBeGreaterThan(30);
  }
  expect(await verify(options, worldDefaults.apiToken)).toBe(401);
  expect(await verify(options, defaults.apiToken)).toBe(200);
  expect(await verify(options, worldDefaults.readToken)).toBe(200);
  expect(getSecrets({ host: '::' }).secrets?.apiToken).not.toBe(defaults.apiToken);
});

test('an exposed server makes tokens independent of its seed', () => {
  const getToken = (host?: string) => createMock(getSecrets({ host })).tenant().apiToken;
  expect(getToken()).toBe(getToken('localhost'));
  expect(getToken('0.0.0.0')).toMatch(/^touchstone-tenant-[0-9a-f]{32}$/);
  expect(getToken('0.0.0.0')).not.toBe(getToken());
});

test('an exposed server prints a warning', () => {
  expect(exposureWarning({ host: undefined })).toBeUndefined();
  expect(exposureWarning({ host: '::1' })).toBeUndefined();
  expect(exposureWarning({ host: '0.0.0.0' })).toContain('everyone who can reach 0.0.0.0');
  expect(exposureWarning({ host: '0.0.0.0', adminToken: 'x'.repeat(16) })).toContain(
    'Anyone with the admin token',
  );
});
