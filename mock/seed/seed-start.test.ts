import { describe, expect, it } from 'vitest';
import type { Seed } from '../../spec/seed-file/seed-schema.ts';
import { createMock } from '../assembly/create-mock.ts';
import { getClient } from '../assembly/testing/test-client.ts';
import { parseSeed } from './parse-seed.ts';
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
  it('delays requests to the API and to zones until they are applied', async () => {
    const mock = createMock({ seeds: shop });
    const [{ body }, page] = await Promise.all([
      getClient(mock, { token: 'shop-token' }).call('zones.zone.list', {}),
      mock.edge(new Request('http://shop.test/')),
    ]);
    expect(body.result.map(({ name }) => name)).toEqual(['example.localhost', 'shop.test']);
    expect(page.status).toBe(200);
  });

  it('delays Workers too', async () => {
    const mock = createMock({ seeds: shop });
    const module = {
      fetch: async (_: Request, env: { readonly FILES: { get(key: string): Promise<unknown> } }) =>
        new Response(String((await env.FILES.get('a.txt')) !== null)),
    };
    const fetch = mock.worker(module, { r2_buckets: [{ binding: 'FILES', bucket_name: 'files' }] });
    expect(await (await fetch(new Request('http://localhost/'))).text()).toBe('true');
  });

  it('restores them at a reset, whatever has happened', async () => {
    const mock = createMock({
      seeds: shop,
      models: { replies: [{ name: 'of the options', reply: { text: 'x' } }] },
    });
    await mock.ready();
    const client = getClient(mock, { token: 'shop-token' });
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
      // The next ids are the same as the first time.
      expect(await create()).toBe(newId);
    }
  });

  it('restores them over HTTP', async () => {
    const mock = createMock({ seeds: shop });
    const client = getClient(mock);
    await client.call('zones.zone.create', { body: { name: 'new.test', account: {} } });
    await client.call('touchstone.world.reset', {});
    expect((await client.call('zones.zone.list', {})).body.result).toHaveLength(2);
  });

  it('treats a reset during the start like one right after it', async () => {
    const mock = createMock({ seeds: shop });
    mock.clock.freeze(0);
    mock.on('zones.zone.list', () => {
      throw new Error('the override still exists');
    });
    mock.reset();
    expect((await getClient(mock).call('zones.zone.list', {})).body.result).toHaveLength(2);
    expect(mock.clock.timestamp()).toBe('2026-02-03T04:05:06.000000Z');
  });

  it('applies them without overrides, faults, rate limits and a required basis', async () => {
    const mock = createMock({ seeds: shop, rateLimit: { quota: 1, enforce: true }, basis: 'seed' });
    mock.faults.add({ operation: '*', status: 503 });
    mock.on('zones.zone.create', () => {
      throw new Error('an override was called');
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

  it('fails each request when they are invalid', async () => {
    const mock = createMock({ seeds: { zones: [{ name: 'no domain' }] } });
    await expect(mock.ready()).rejects.toThrow(SeedError);
    await expect(mock.fetch(new Request('http://localhost/client/v4/zones'))).rejects.toThrow(
      'zones[0].name',
    );
    await expect(mock.edge(new Request('http://example.localhost/'))).rejects.toThrow(SeedError);
  });

  it('is ready at once without seeds', async () => {
    await expect(createMock().ready()).resolves.toBeUndefined();
  });
});

async function seeded(...seeds: readonly Seed[]) {
  const mock = createMock({ seeds });
  await mock.ready();
  const edge = async (host: string) => (await mock.edge(new Request(`http://${host}/`))).status;
  const list = async () => (await getClient(mock).call('zones.zone.list', {})).status;
  return { mock, edge, list };
}

async function refusal(yaml: string): Promise<string> {
  const mock = createMock({ seeds: await parseSeed(yaml, { name: 's.yaml' }) });
  const error = await mock.ready().catch((thrown: unknown) => thrown);
  if (!(error instanceof SeedError)) throw new Error('the seed was accepted');
  return error.message;
}

describe('faults of seeds', () => {
  it('apply after everything else, the first match taking precedence', async () => {
    const { list, mock } = await seeded({
      faults: [
        { operation: 'zones.zone.list', status: 503, times: 'once' },
        { operation: 'zones', status: 500 },
      ],
      zones: [{ name: 'shop.test' }],
    });
    expect([await list(), await list()]).toEqual([503, 500]);
    expect(mock.world.zones.byKey('shop.test')).toBeDefined();
    expect(mock.faults.list().map(({ used }) => used)).toEqual([1, 1]);
  });

  it('name zones and accounts, and those of an account match only that account', async () => {
    const { edge } = await seeded({
      zones: [{ name: 'shop.test' }, { name: 'other.test' }],
      accounts: [
        { name: 'Acme', zones: [{ name: 'acme.test' }], faults: [{ operation: 'edge', status: 504 }] },
        { name: 'Umbrella', zones: [{ name: 'umbrella.test' }] },
      ],
      faults: [
        { operation: 'edge', match: { zone: 'shop.test' }, status: 503 },
        { operation: 'edge', match: { account: 'Umbrella' }, status: 502 },
      ],
    });
    const hosts = ['shop.test', 'other.test', 'acme.test', 'umbrella.test'];
    expect(await Promise.all(hosts.map(edge))).toEqual([503, 200, 504, 502]);
  });

  it('return after a reset, unused and with the same random numbers', async () => {
    const { mock, edge } = await seeded({
      faults: [
        { operation: 'edge', status: 503, times: 2, rate: 0.5 },
        { operation: 'edge', status: 500, rate: 0.1 },
      ],
    });
    const turns = async () => {
      const statuses: number[] = [];
      for (let turn = 0; turn < 20; turn++) statuses.push(await edge('example.localhost'));
      return statuses;
    };
    const first = await turns();
    mock.faults.add({ operation: '*', status: 418 });
    mock.reset();
    expect(mock.faults.list().map(({ id, used, left }) => [id, used, left])).toEqual([
      ['fault-2', 0, 2],
      ['fault-1', 0, null],
    ]);
    expect(await turns()).toEqual(first);
  });

  it.each([
    [
      'for a fault without an effect',
      'faults: [{ operation: edge }]',
      /faults\[0\]\.status: say what goes wrong/,
    ],
    [
      'for an unknown operation',
      'faults: [{ operation: zone.list, status: 500 }]',
      /faults\[0\]\.operation: .*zone/,
    ],
    [
      'for an unknown failure',
      'faults: [{ operation: edge, failure: zone-unknwn }]',
      /faults\[0\]\.failure: .*did you mean zone-unknown/,
    ],
    [
      'for a mistyped member',
      'faults: [{ operation: edge, stauts: 500 }]',
      /faults\[0\]\.stauts: is an unknown member; did you mean status\?/,
    ],
    [
      'for an unknown zone',
      'faults: [{ operation: edge, status: 500, match: { zone: shop.test } }]',
      /^s\.yaml:1:\d+: faults\[0\]\.match\.zone: there is no zone shop\.test/,
    ],
    [
      'for an account other than its own',
      'accounts: [{ name: Acme, faults: [{ operation: edge, status: 500, match: { account: Acme } }] }]',
      /accounts\[0\]\.faults\[0\]\.match\.account: must be omitted: the account that contains the fault sets it/,
    ],
  ])('are refused %s', async (_, yaml, message) => {
    expect(await refusal(yaml)).toMatch(message);
  });
});

describe('the clock of a seeded account', () => {
  it("is frozen separately, dates the account's contents, and is frozen again after a reset", async () => {
    const { mock } = await seeded({
      accounts: [
        { name: 'Acme', clock: { frozen_at: '2030-01-01T00:00:00Z' }, zones: [{ name: 'acme.test' }] },
        { name: 'Umbrella' },
      ],
    });
    const account = (name: string) => mock.world.accounts.list().find((one) => one.account.name === name);
    const zone = () => mock.world.zones.byKey('acme.test')?.zone;
    for (let round = 0; round < 2; round++) {
      expect(account('Acme')?.clock.timestamp()).toBe('2030-01-01T00:00:00.000000Z');
      expect(account('Umbrella')?.clock.frozen).toBe(false);
      expect(mock.clock.frozen).toBe(false);
      expect(zone()?.created_on).toBe('2030-01-01T00:00:00.000000Z');
      account('Acme')?.clock.advance(60);
      account('Umbrella')?.clock.freeze(0);
      mock.reset();
    }
  });
});
