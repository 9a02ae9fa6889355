import { describe, expect, it } from 'vitest';
import type { Seed } from '../../spec/seed-file/seed-schema.ts';
import { createMock } from '../create-mock.ts';
import { clientOf } from '../testing/test-client.ts';
import { SeedError } from './seed-problem.ts';

const shop: Seed = {
  clock: { frozen_at: '2026-02-03T04:05:06Z' },
  signals: { 'cf.waf.score': 20 },
  guardrails: { words: [{ category: 'S1', words: ['teapot'] }] },
  model_replies: [{ match: { text: 'weather' }, times: 'once', reply: { text: 'Sunny.' } }],
  tokens: [{ value: 'shop-token', role: 'full' }],
  zones: [{ name: 'shop.test', operations: ['GET shop.test/a'] }],
  namespaces: [{ name: 'default', repositories: [{ name: 'starter', files: { 'a.txt': 'A' } }] }],
  buckets: [{ name: 'files', objects: { 'a.txt': 'A' } }],
};

describe('a mock with seeds', () => {
  it('has requests wait until they are in, of the API and of zones', async () => {
    const mock = createMock({ seeds: shop });
    const [{ body }, page] = await Promise.all([
      clientOf(mock, { token: 'shop-token' }).call('zones.zone.list', {}),
      mock.edge(new Request('http://shop.test/')),
    ]);
    expect(body.result.map(({ name }) => name)).toEqual(['example.localhost', 'shop.test']);
    expect(page.status).toBe(200);
  });

  it('has Workers wait too', async () => {
    const mock = createMock({ seeds: shop });
    const module = {
      fetch: async (_: Request, env: { readonly FILES: { get(key: string): Promise<unknown> } }) =>
        new Response(String((await env.FILES.get('a.txt')) !== null)),
    };
    const fetch = mock.worker(module, { r2_buckets: [{ binding: 'FILES', bucket_name: 'files' }] });
    expect(await (await fetch(new Request('http://localhost/'))).text()).toBe('true');
  });

  it('comes back to them at a reset, whatever has happened', async () => {
    const mock = createMock({
      seeds: shop,
      models: { replies: [{ name: 'of the options', reply: { text: 'x' } }] },
    });
    await mock.ready();
    const client = clientOf(mock, { token: 'shop-token' });
    const bucket = mock.bindings({ r2_buckets: [{ binding: 'FILES', bucket_name: 'files' }] }).FILES;
    const repo = { account_id: mock.defaults.accountId, namespace: 'default', repo_name: 'starter' };
    const zones = async () => (await client.call('zones.zone.list', {})).body.result;
    const start = await zones();
    const look = async () => ({
      zones: await zones(),
      time: mock.clock.timestamp(),
      signals: Object.fromEntries(mock.world.signals),
      words: mock.world.gatewayConditions.words,
      replies: mock.models.list().map(({ left, reply }) => [left, reply.name]),
      operations: (
        await client.call('api-gateway.operation.list', { params: { zone_id: start[1]?.id ?? '' } })
      ).body.result,
      log: (await client.call('artifacts.repos.log', { params: repo })).body.result,
      objects: (await bucket.list()).objects.map(({ key, etag }) => [key, etag]),
    });
    const before = await look();
    const create = async () =>
      (await client.call('zones.zone.create', { body: { name: 'new.test', account: {} } })).body.result.id;
    const newId = await create();
    for (let round = 0; round < 2; round++) {
      mock.clock.advance(60);
      mock.world.signals = new Map();
      await client.call('touchstone.guardrails.set', { body: { words: [], failing: 'unavailable' } });
      mock.models.clear();
      for (const { id } of await zones()) await client.call('zones.zone.delete', { params: { zone_id: id } });
      await client.call('artifacts.repos.delete', { params: repo });
      await bucket.delete('a.txt');
      await bucket.put('b.txt', 'B');
      mock.reset();
      expect(await look()).toEqual(before);
      // Ids go on as they did the first time.
      expect(await create()).toBe(newId);
    }
  });

  it('comes back to them over HTTP', async () => {
    const mock = createMock({ seeds: shop });
    const client = clientOf(mock);
    await client.call('zones.zone.create', { body: { name: 'new.test', account: {} } });
    await client.call('touchstone.world.reset', {});
    expect((await client.call('zones.zone.list', {})).body.result).toHaveLength(2);
  });

  it('takes a reset that comes too early for one that comes at once', async () => {
    const mock = createMock({ seeds: shop });
    mock.clock.freeze(0);
    mock.on('zones.zone.list', () => {
      throw new Error('the override is still there');
    });
    mock.reset();
    expect((await clientOf(mock).call('zones.zone.list', {})).body.result).toHaveLength(2);
    expect(mock.clock.timestamp()).toBe('2026-02-03T04:05:06.000000Z');
  });

  it('is seeded by operations that no override, fault, rate limit or basis is in the way of', async () => {
    const mock = createMock({ seeds: shop, rateLimit: { quota: 1, enforce: true }, basis: 'seed' });
    mock.faults.add({ operation: '*', status: 503 });
    mock.on('zones.zone.create', () => {
      throw new Error('an override was asked');
    });
    await mock.ready();
    expect(mock.world.zones.byKey('shop.test')).toBeDefined();
  });

  it('gives the same ids each time', async () => {
    const ids = async () => {
      const mock = createMock({ seeds: shop });
      await mock.ready();
      return mock.world.zones.list().map(({ id }) => id);
    };
    expect(await ids()).toEqual(await ids());
  });

  it('fails each request where they can not be', async () => {
    const mock = createMock({ seeds: { zones: [{ name: 'no domain' }] } });
    await expect(mock.ready()).rejects.toThrow(SeedError);
    await expect(mock.fetch(new Request('http://localhost/client/v4/zones'))).rejects.toThrow(
      'zones[0].name',
    );
    await expect(mock.edge(new Request('http://example.localhost/'))).rejects.toThrow(SeedError);
  });

  it('is ready at once where there are none', async () => {
    await expect(createMock().ready()).resolves.toBeUndefined();
  });
});
