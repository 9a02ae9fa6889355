import { describe, expect, test } from 'vitest';
import { contract, type OperationId } from '../../spec/contract.ts';
import type { Endpoint } from '../../spec/endpoint.ts';
import { allSuites } from '../index.ts';
import { probe as probeWith } from './probe.ts';
import type { Asking } from './probe-plan.ts';
import { getService } from './suite.ts';
import { createTarget, type TargetFile, targetFileSchema } from './target.ts';

const api = 'http://half.invalid/client/v4';
const described = (more: Partial<TargetFile> = {}) =>
  createTarget(targetFileSchema.parse({ api, api_token: 'secret', ...more }));

const everyService = new Set(allSuites.map(({ name }) => getService(name)));

const probe = (target: ReturnType<typeof described>, fetch: Asking['fetch'], more: Partial<Asking> = {}) =>
  probeWith(target, { fetch, timeout: 1000, services: everyService, ...more });

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
  const { zone, absent, trouble } = await probe(described({ account_id: 'acme', zone_id: 'shop' }), half);
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
  const { zone, target } = await probe(described(), server);
  expect([zone, target.accountId]).toEqual([{ id: 'shop', name: 'shop.example' }, 'acme']);
});

test('refuses to choose among several zones, if the selected tests need one', async () => {
  const server = getServer({
    'GET /zones': envelope([{ id: 'one' }, { id: 'two' }]),
    'POST /accounts/acme/ai/v1/messages': badJson,
  });
  const services = new Set(['inference']);
  const { zone } = await probe(described({ account_id: 'acme' }), server, { services });
  expect(zone.id).toBe(null);
  await expect(probe(described(), server)).rejects.toThrow('has 2 zones: name one');
});

test.each([
  [{ account_id: 'acme', zone_id: 'shop' }, 'so the base URL or an id is wrong'],
  [{ account_id: 'acme' }, '--zone-id is missing, or the base URL is wrong'],
  [{ zone_id: 'shop' }, '--account-id is missing, or the base URL is wrong'],
  [{}, '--zone-id and --account-id are missing, or the base URL is wrong'],
])('names every probed path, and the missing ids, when none answers with %o', async (ids, reason) => {
  const failing = probe(described(ids), getServer({}));
  await expect(failing).rejects.toThrow(reason);
  await expect(failing).rejects.toThrow('GET /user/tokens/verify: 404');
  const [, path] =
    Object.entries({ account_id: '/accounts/acme/ai/run', zone_id: '/zones/shop/rulesets' })
      .filter(([id]) => id in ids)
      .at(0) ?? [];
  if (path !== undefined) await expect(failing).rejects.toThrow(`${path}: 404`);
});

describe('a target with one service', () => {
  const ids = { account_id: 'acme', zone_id: 'shop' };
  const notFound = () => new Response('Not found', { status: 404 });

  /** Lists of services of which the contract has no operation. */
  const lists = {
    'd1.': '/accounts/acme/d1/database',
    'dns.': '/zones/shop/dns_records',
    'kv.': '/accounts/acme/storage/kv/namespaces',
  };

  /** A server with some operations only. */
  const serving =
    (has: (id: OperationId) => boolean, refusal: object = { success: false, errors: [{ code: 1 }] }) =>
    async ({ method, url }: Request) => {
      const path = new URL(url).pathname.slice('/client/v4'.length);
      const known = Object.entries(contract).some(([id, endpoint]: [string, Endpoint]) => {
        const pattern = endpoint.path.replace(/\{\+\w+\}/g, '.+').replace(/\{\w+\}/g, '[^/]+');
        // The keys of the contract are its operations.
        return endpoint.method === method && has(id as OperationId) && new RegExp(`^${pattern}$`).test(path);
      });
      const isListed = Object.entries(lists).some(([id, list]) => list === path && has(id as OperationId));
      if (!known && !isListed) return notFound();
      return method === 'GET' ? Response.json(envelope({})) : Response.json(refusal, { status: 400 });
    };

  const outside: Readonly<Record<string, Partial<TargetFile>>> = {
    'object-storage': { objects: 'http://one.invalid/files', auth_key_secret: 'x', allowed_key: 'y' },
    'code-interpreter': { interpreter: 'http://one.invalid' },
    bindings: { worker: 'http://one.invalid' },
    markdown: { edge: 'http://one.invalid', hosts: ['one.invalid'] },
  };
  const ofApi = [...everyService].filter((service) => !(service in outside));
  // Tests of the envelope and of access can use any service.
  const prefix = (service: string) => (service === 'v4' ? 'inference.' : `${service}.`);

  test.each(ofApi)('is no broken run with only %s, selected or not', async (service) => {
    const server = serving((id) => id.startsWith(prefix(service)));
    for (const services of [new Set([service]), everyService]) {
      const { trouble, absent } = await probe(described(ids), server, { services });
      expect([trouble, absent.has(service)]).toEqual([null, false]);
    }
  });

  test.each<[what: string, service: string, operations: readonly OperationId[], refusal?: object]>([
    ['conversion', 'inference', ['inference.to-markdown']],
    ['the models', 'inference', ['inference.models.search']],
    ['one format', 'inference', ['inference.messages']],
    ['the setting of the conversion', 'settings', ['settings.setting.edit']],
    ['analytics', 'analytics', ['analytics.graphql.query'], { data: null, errors: [{ message: 'No' }] }],
    ['rendering', 'browser-rendering', ['browser-rendering.links.create'], { error: 'no JSON' }],
  ])('is no broken run with only %s', async (_, service, operations, refusal) => {
    const server = serving((id) => operations.includes(id), refusal);
    for (const services of [new Set([service]), everyService]) {
      const { trouble, absent } = await probe(described(ids), server, { services });
      expect([trouble, absent.has(service)]).toEqual([null, false]);
    }
  });

  test('is no broken run where it has only the write of rules', async () => {
    const allow = async ({ url }: Request) =>
      url.endsWith('/entrypoint') ? new Response('', { status: 405, headers: { allow: 'PUT' } }) : notFound();
    expect((await probe(described(ids), allow, { services: new Set(['rulesets']) })).trouble).toBe(null);
  });

  const answers = {
    fetch: async () => notFound(),
    edgeFetch: async () => ({ status: 404, headers: [], text: '' }),
  };
  const silent = () => Promise.reject(new TypeError('fetch failed'));

  test.each(Object.entries(outside))(
    'is no broken run with only %s, selected or the only address',
    async (service, file) => {
      const named = new Set([service]);
      expect((await probe(described(file), answers.fetch, { ...answers, services: named })).trouble).toBe(
        null,
      );
      const alone = createTarget(targetFileSchema.parse(file));
      for (const services of [named, everyService])
        expect((await probe(alone, answers.fetch, { ...answers, services })).trouble).toBe(null);
      await expect(probe(alone, silent, { edgeFetch: silent })).rejects.toThrow(
        /^No server answers at http:\/\/one\.invalid/,
      );
    },
  );

  test('is no broken run with only the Git plane', async () => {
    const remote = 'http://git.invalid/one.git';
    const file = { repo_tokens: [{ repo: 'one', remote, read: 'r', write: 'w' }] };
    const git = async ({ url }: Request) => {
      if (!url.startsWith(`${remote}/info/refs`)) throw new TypeError('fetch failed');
      return new Response('', { status: 401 });
    };
    const services = new Set(['artifacts']);
    expect((await probe(createTarget(targetFileSchema.parse(file)), git)).trouble).toBe(null);
    const withoutRest = async (request: Request) => (request.url.startsWith(api) ? notFound() : git(request));
    expect((await probe(described(file), withoutRest, { services })).trouble).toBe(null);
    expect((await probe(described(), silent, { services, ownRepositories: true })).trouble).toBe(null);
  });

  test('is a broken run where the other services are selected, and the API that has them is wrong', async () => {
    const file = { ...ids, ...outside['object-storage'] };
    await expect(probe(described(file), answers.fetch)).rejects.toThrow('the base URL or an id is wrong');
  });
});

test('treats token validation as absent when it refuses the token, whose header no seed names', async () => {
  const account = { 'POST /accounts/acme/ai/v1/messages': badJson };
  const guarded = async (request: Request) =>
    request.url.includes('/token_validation/') && request.headers.get('x-pass') !== 'secret'
      ? Response.json({ success: false, errors: [{ code: 1, message: 'who?' }] }, { status: 401 })
      : getServer({ ...account, 'POST /zones/shop/token_validation/config': envelope({}) })(request);
  const ids = { account_id: 'acme', zone_id: 'shop' };
  const { absent } = await probe(described(ids), guarded);
  expect(absent.get('token-validation')).toMatch(
    /^status 401, .*; set the header of its credentials as `headers`/,
  );
  const headers = { 'token-validation': { 'x-pass': 'secret' } };
  const { absent: others } = await probe(described({ ...ids, headers }), guarded);
  expect(others.has('token-validation')).toBe(false);
});
