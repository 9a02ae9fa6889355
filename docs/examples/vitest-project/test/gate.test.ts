import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Tenant } from 'touchstone';
import { test } from 'touchstone/vitest';
import { expect } from 'vitest';
import { closeGate, PlatformError, type Zone } from '../src/gate.ts';

const { publicKey, privateKey } = await generateKeyPair('ES256');
const keys = [{ ...(await exportJWK(publicKey)), kid: 'key-1', alg: 'ES256' }];

/** The zone of this test, which no other test uses. */
const getZone = ({ zoneId, apiToken }: Tenant): Zone => ({
  apiBase: 'https://api.example.com/client/v4',
  id: zoneId,
  apiToken,
});

const tokenUntil = (exp: number) =>
  new SignJWT({ exp }).setProtectedHeader({ alg: 'ES256', kid: 'key-1' }).sign(privateKey);

const visit = (host: string, path: string, token?: string) =>
  fetch(
    `http://${host}${path}`,
    token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } },
  );

test('passes only requests with a valid token', async ({ platform }) => {
  const host = `api.${platform.zoneName}`;
  await closeGate(getZone(platform), { host, paths: ['/orders/{id}'], keys });

  const token = await tokenUntil(platform.clock.now() / 1000 + 60);
  expect((await visit(host, '/orders/7', token)).status).toBe(200);
  expect((await visit(host, '/orders/7', `${token}x`)).status).toBe(403);
  expect((await visit(host, '/orders/7')).status).toBe(403);
  // Other paths stay open.
  expect((await visit(host, '/prices')).status).toBe(200);
});

test('blocks an expired token', async ({ platform }) => {
  const host = `api.${platform.zoneName}`;
  await closeGate(getZone(platform), { host, paths: ['/orders/{id}'], keys });

  platform.clock.freeze(Date.parse('2030-01-01T12:00:00Z'));
  const token = await tokenUntil(platform.clock.now() / 1000 + 60);
  expect((await visit(host, '/orders/7', token)).status).toBe(200);
  platform.clock.advance(61);
  expect((await visit(host, '/orders/7', token)).status).toBe(403);
  const [event] = platform.events();
  expect(event?.token_validation_violations?.[0]?.reason).toBe('token_expired');
});

test('reports why the platform refuses a key', async ({ platform }) => {
  const bad = [{ ...keys[0], kid: '' }];
  const closing = closeGate(getZone(platform), { host: `api.${platform.zoneName}`, paths: ['/'], keys: bad });
  await expect(closing).rejects.toThrow(/kid/);
});

test('fails when the platform is down', async ({ platform }) => {
  platform.faults.add({ operation: 'token-validation.rule.create', status: 503 });
  const closing = closeGate(getZone(platform), { host: `api.${platform.zoneName}`, paths: ['/'], keys });
  await expect(closing).rejects.toThrow(PlatformError);
  expect(platform.journal.find({ operation: 'token-validation.rule.create' })?.status).toBe(503);
});
