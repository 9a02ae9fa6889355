import { expect, test } from 'vitest';
import { probe } from './probe.ts';
import { createTarget, type TargetFile, targetFileSchema } from './target.ts';

const api = 'http://half.invalid/client/v4';
const described = (more: Partial<TargetFile> = {}) =>
  createTarget(targetFileSchema.parse({ api, api_token: 'secret', ...more }));

/** A server that answers as the API does at some paths, and like any web server elsewhere. */
const getServer =
  (routes: Readonly<Record<string, object>>) =>
  async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const body = routes[`${request.method} ${pathname.slice('/client/v4'.length)}`];
    return body ? Response.json(body) : new Response('Not found', { status: 404 });
  };

const envelope = (result: unknown) => ({ result, success: true, errors: [], messages: [] });
const badJson = { error: { message: 'this is not JSON' } };

test('accepts a target with one working endpoint and ids of any form, and names the absent services', async () => {
  const half = getServer({ 'POST /accounts/acme/ai/v1/chat/completions': badJson });
  const { zone, absent, trouble } = await probe(
    described({ account_id: 'acme', zone_id: 'shop' }),
    half,
    1000,
  );
  expect([zone, trouble]).toEqual([{ id: 'shop', name: null }, null]);
  expect([...absent]).toEqual([
    ['token-validation', '0 of 3 endpoints answer'],
    ['browser-rendering', '0 of 2 endpoints answer'],
    ['artifacts', '0 of 1 endpoints answer'],
  ]);
});

test('uses the only listed zone, and the account that owns it', async () => {
  const shop = { id: 'shop', name: 'shop.example', account: { id: 'acme' } };
  const server = getServer({ 'GET /zones': envelope([shop]), 'GET /zones/shop': envelope(shop) });
  const { zone, target } = await probe(described(), server, 1000);
  expect([zone, target.accountId]).toEqual([{ id: 'shop', name: 'shop.example' }, 'acme']);
});

test('refuses to choose among several zones', async () => {
  const server = getServer({ 'GET /zones': envelope([{ id: 'one' }, { id: 'two' }]) });
  await expect(probe(described(), server, 1000)).rejects.toThrow('has 2 zones: name one');
});

test('names every probed path when none answers', async () => {
  await expect(probe(described({ account_id: 'acme' }), getServer({}), 1000)).rejects.toThrow(
    /GET \/user\/tokens\/verify: 404, POST \/accounts\/acme\/ai\/run: 404/,
  );
});

test('treats token validation as absent when it refuses the token, whose header no seed names', async () => {
  const account = { 'POST /accounts/acme/ai/v1/messages': badJson };
  const guarded = async (request: Request) =>
    request.url.includes('/token_validation/') && request.headers.get('x-pass') !== 'secret'
      ? Response.json({ success: false, errors: [{ code: 1, message: 'who?' }] }, { status: 401 })
      : getServer({ ...account, 'POST /zones/shop/token_validation/config': envelope({}) })(request);
  const ids = { account_id: 'acme', zone_id: 'shop' };
  const { absent } = await probe(described(ids), guarded, 1000);
  expect(absent.get('token-validation')).toMatch(
    /^status 401, .*; set the header of its credentials as `headers`/,
  );
  const headers = { 'token-validation': { 'x-pass': 'secret' } };
  const { absent: others } = await probe(described({ ...ids, headers }), guarded, 1000);
  expect(others.has('token-validation')).toBe(false);
});
