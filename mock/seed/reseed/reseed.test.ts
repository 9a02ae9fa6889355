import { describe, expect, it } from 'vitest';
import { createMock, type Mock, parseSeed, type Seed, SeedError } from '../../index.ts';
import { MemoryState } from '../../world/state/testing/memory-state.ts';

const zone = { name: 'example.localhost' };
const shop = { name: 'shop.localhost' };

async function seeded(seeds: Seed): Promise<Mock> {
  const mock = createMock({ seeds });
  await mock.ready();
  return mock;
}

const call = async (mock: Mock, method: string, path: string, body?: object) => {
  const response = await mock.fetch(
    new Request(`http://localhost/client/v4${path}`, {
      method,
      headers: { authorization: `Bearer ${mock.defaults.apiToken}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    }),
  );
  return response.json();
};

const { zoneId, accountId } = createMock().defaults;
const operations = (mock: Mock) =>
  mock.world
    .zone(zoneId)
    ?.operations.list()
    .map(({ endpoint }) => endpoint);
const key = { kid: 'a', alg: 'HS256', secret: 'a secret that has at least 32 bytes' } as const;

describe('changed seeds', () => {
  it('add, change and remove their own records, and keep those of a user', async () => {
    const mock = await seeded({
      zones: [{ ...zone, operations: ['GET a.example.localhost/one', 'GET a.example.localhost/two'] }, shop],
    });
    const before = mock.world.zone(zoneId)?.operations.list()[0]?.operation_id;
    await call(mock, 'POST', `/zones/${zoneId}/api_gateway/operations/item`, {
      method: 'GET',
      host: 'a.example.localhost',
      endpoint: '/mine',
    });
    await call(mock, 'POST', '/zones', { name: 'mine.localhost', account: { id: accountId } });
    const { changed } = await mock.change({
      seeds: {
        zones: [
          { ...zone, operations: ['GET a.example.localhost/one', 'GET a.example.localhost/three'] },
          { name: 'other.localhost', plan: 'pro' },
        ],
      },
    });
    expect(operations(mock)).toEqual(['/one', '/three', '/mine']);
    expect(mock.world.zone(zoneId)?.operations.list()[0]?.operation_id).toBe(before);
    expect(mock.world.zones.list().map(({ zone: { name, plan } }) => [name, plan.legacy_id])).toEqual([
      ['example.localhost', 'enterprise'],
      ['mine.localhost', 'enterprise'],
      ['other.localhost', 'pro'],
    ]);
    expect(changed).toBe(4);
  });

  it('change nothing if they are the same', async () => {
    const seeds: Seed = {
      signals: { 'cf.waf.score': 20 },
      tokens: [{ value: 'a-token-of-the-shop', role: 'full', zones: ['shop.localhost'] }],
      gateways: [
        {
          id: 'shop',
          cache_ttl: 60,
          provider_configs: [{ provider_slug: 'openai', secret: 'sk-not-a-real-key' }],
        },
      ],
      custom_providers: [{ name: 'Own', slug: 'own', base_url: 'https://own.example' }],
      billing: { credits: 5 },
      zones: [
        {
          ...shop,
          plan: 'pro',
          settings: { content_converter: 'on' },
          operations: [{ name: 'health', method: 'GET', host: 'a.shop.localhost', endpoint: '/health' }],
          token_configurations: [{ name: 'one', credentials: { keys: [key] } }],
          token_rules: [
            {
              title: 'Valid only',
              action: 'block',
              expression: 'is_jwt_valid("{{token_configurations.one}}")',
              selector: { include: [{ host: ['a.shop.localhost'] }], exclude: [] },
            },
          ],
          rulesets: [
            {
              name: 'Custom rules',
              phase: 'http_request_firewall_custom',
              rules: [{ action: 'block', expression: 'http.request.uri.path contains "/.env"' }],
            },
          ],
          custom_hostnames: ['shop.customer.localhost'],
        },
      ],
      accounts: [
        { name: 'Acme', clock: { frozen_at: '2030-01-01T00:00:00Z' }, zones: [{ name: 'acme.localhost' }] },
      ],
      buckets: [{ name: 'files', objects: { a: 'text' } }],
    };
    const mock = await seeded(seeds);
    expect(await mock.change({ seeds })).toEqual({ changed: 0, changesRepositories: false });
  });

  it('keep what a user changed, until they say something else', async () => {
    const mock = await seeded({ zones: [{ ...shop, plan: 'pro' }], billing: { credits: 5 } });
    const id = mock.world.zones.byKey(shop.name)?.id;
    await call(mock, 'PATCH', `/zones/${id}`, { paused: true });
    const paused = () => mock.world.zones.byKey(shop.name)?.zone.paused;
    await mock.change({ seeds: { zones: [{ ...shop, plan: 'pro' }], billing: { credits: 6 } } });
    expect([paused(), mock.world.account(accountId)?.billing.credits]).toEqual([true, 6]);
    await mock.change({ seeds: { zones: [{ ...shop, plan: 'free' }] } });
    expect(paused()).toBe(false);
  });

  it('refer to records that stay by their ids', async () => {
    type Rule = NonNullable<NonNullable<Seed['zones']>[number]['token_rules']>[number];
    const rule = (expression: string): Rule => ({
      title: 'Valid only',
      action: 'block',
      expression,
      selector: { include: [{ host: ['a.shop.localhost'] }], exclude: [] },
    });
    const configurations = ['one', 'two'].map((name) => ({ name, credentials: { keys: [key] } }));
    const withRule = (expression: string): Seed => ({
      zones: [
        { name: 'first.localhost' },
        { ...shop, token_configurations: configurations, token_rules: [rule(expression)] },
      ],
    });
    const mock = await seeded(withRule('is_jwt_valid("{{token_configurations.one}}")'));
    const found = () => mock.world.zones.byKey(shop.name);
    const ids = found()
      ?.tokenConfigs.list()
      .map(({ id }) => id);
    const ruleId = found()?.tokenRules.list()[0]?.id;
    await mock.change({ seeds: withRule('is_jwt_valid("{{token_configurations.two}}")') });
    expect(
      found()
        ?.tokenConfigs.list()
        .map(({ id }) => id),
    ).toEqual(ids);
    expect(found()?.tokenRules.list()).toMatchObject([
      { id: ruleId, expression: `is_jwt_valid("${ids?.[1]}")` },
    ]);
  });

  it('put their order into effect', async () => {
    const rules = (...titles: string[]): Seed => ({
      zones: [
        {
          ...zone,
          token_rules: titles.map((title) => ({
            title,
            action: 'log' as const,
            expression: 'http.host eq "a"',
            selector: { include: [{ host: ['a.example.localhost'] }], exclude: [] },
          })),
        },
      ],
    });
    const mock = await seeded(rules('a', 'b'));
    const { changed } = await mock.change({ seeds: rules('c', 'b', 'a') });
    expect(
      mock.world
        .zone(zoneId)
        ?.tokenRules.list()
        .map(({ title }) => title),
    ).toEqual(['c', 'b', 'a']);
    expect(changed).toBe(1);
    expect((await mock.change({ seeds: rules('a', 'b', 'c') })).changed).toBe(1);
  });

  it('replace replies, faults, tokens, objects, signals and the clock', async () => {
    const mock = await seeded({
      clock: { frozen_at: '2030-01-01T00:00:00Z' },
      signals: { 'cf.waf.score': 20 },
      model_replies: [{ reply: { text: 'old' } }],
      faults: [{ operation: 'zones.zone.list', status: 503 }],
      tokens: [{ value: 'an-old-token-of-the-shop', role: 'full' }],
      buckets: [{ name: 'files', objects: { old: 'text', both: 'text' } }],
    });
    mock.models.add({ reply: { text: 'mine' } });
    const { changed } = await mock.change({
      seeds: {
        signals: { 'cf.waf.score': 30 },
        model_replies: [{ reply: { text: 'new' } }],
        tokens: [{ value: 'a-new-token-of-the-shop', role: 'full' }],
        buckets: [{ name: 'files', objects: { both: 'changed', new: 'text' } }],
      },
    });
    expect(mock.clock.frozen).toBe(false);
    expect(mock.world.signals.get('cf.waf.score')).toBe(30);
    expect(mock.models.list().map(({ reply }) => reply.reply)).toEqual([{ text: 'new' }, { text: 'mine' }]);
    expect(mock.faults.list()).toEqual([]);
    const { FILES } = mock.bindings({ r2_buckets: [{ binding: 'FILES', bucket_name: 'files' }] });
    const both = async () => {
      const found = await FILES.get('both');
      return found && 'body' in found ? found.text() : undefined;
    };
    const keys = async () => (await FILES.list()).objects.map((one) => one.key);
    expect([await keys(), await both()]).toEqual([['both', 'new'], 'changed']);
    const verify = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await mock.fetch(new Request('http://localhost/client/v4/user/tokens/verify', { headers })))
        .status;
    };
    expect([await verify('an-old-token-of-the-shop'), await verify('a-new-token-of-the-shop')]).toEqual([
      401, 200,
    ]);
    expect(changed).toBe(9);
    mock.reset();
    expect(mock.models.list().map(({ reply }) => reply.reply)).toEqual([{ text: 'new' }]);
    expect([mock.clock.frozen, mock.faults.list(), await keys()]).toEqual([false, [], ['both', 'new']]);
    expect([await verify('an-old-token-of-the-shop'), await verify('a-new-token-of-the-shop')]).toEqual([
      401, 200,
    ]);
  });

  it('are what a reset restores, with the same ids', async () => {
    const mock = await seeded({ zones: [shop, { name: 'gone.localhost' }] });
    await mock.change({ seeds: { zones: [shop, { name: 'new.localhost' }] } });
    const zones = () => mock.world.zones.list().map(({ id, zone: { name } }) => [id, name]);
    const before = zones();
    expect(before.map(([, name]) => name)).toEqual(['example.localhost', 'shop.localhost', 'new.localhost']);
    await call(mock, 'POST', '/zones', { name: 'mine.localhost', account: { id: accountId } });
    mock.reset();
    expect(zones()).toEqual(before);
  });

  it('that are refused leave everything as it was', async () => {
    const mock = await seeded({ zones: [shop] });
    const seeds = await parseSeed('zones:\n  - name: new.localhost\n    plan: golden\n', {
      name: 'seed.yaml',
    });
    await expect(mock.change({ seeds })).rejects.toThrow(SeedError);
    await expect(mock.change({ seeds })).rejects.toThrow('seed.yaml:3:5: zones[0].plan');
    expect(mock.world.zones.list().map((one) => one.zone.name)).toEqual([
      'example.localhost',
      'shop.localhost',
    ]);
    expect((await call(mock, 'GET', '/zones')).result).toHaveLength(2);
  });

  it('extend a zone that a user has made with the same name', async () => {
    const mock = await seeded({});
    await call(mock, 'POST', '/zones', { name: 'shop.localhost', account: { id: accountId } });
    const id = mock.world.zones.byKey(shop.name)?.id ?? '';
    await mock.change({
      seeds: { zones: [{ ...shop, plan: 'pro', custom_hostnames: ['shop.customer.localhost'] }] },
    });
    const found = mock.world.zones.byKey(shop.name);
    expect([found?.id, found?.zone.id, found?.zone.plan.legacy_id]).toEqual([id, id, 'pro']);
    expect(mock.world.customHostnames.of(id).map(({ hostname }) => hostname)).toEqual([
      'shop.customer.localhost',
    ]);
  });

  it('change what an earlier run has kept', async () => {
    const state = new MemoryState();
    const seeds = { zones: [{ ...shop, plan: 'pro' }, { name: 'gone.localhost' }] } satisfies Seed;
    const before = createMock({ state, seeds });
    await before.ready();
    await call(before, 'POST', '/zones', { name: 'mine.localhost', account: { id: accountId } });
    const id = before.world.zones.byKey(shop.name)?.id;
    const mock = createMock({ state: state.restarted(), seeds });
    await mock.ready();
    expect(await mock.change({ seeds: { zones: [{ ...shop, plan: 'free' }] } })).toMatchObject({
      changed: 2,
    });
    const zones = () => mock.world.zones.list().map(({ zone: { name, plan } }) => [name, plan.legacy_id]);
    expect(zones()).toEqual([
      ['example.localhost', 'enterprise'],
      ['shop.localhost', 'free'],
      ['mine.localhost', 'enterprise'],
    ]);
    expect(mock.world.zones.byKey(shop.name)?.id).toBe(id);
    mock.reset();
    await mock.ready();
    expect(zones()).toEqual([
      ['example.localhost', 'enterprise'],
      ['shop.localhost', 'free'],
    ]);
  });

  it('do not make repositories anew, and say so', async () => {
    const repository = { name: 'starter', files: { 'README.md': '# Starter\n' } };
    const mock = await seeded({ namespaces: [{ name: 'default', repositories: [repository] }] });
    const next: Seed = { namespaces: [{ name: 'default', repositories: [repository, { name: 'other' }] }] };
    expect(await mock.change({ seeds: next })).toEqual({ changed: 0, changesRepositories: true });
    expect(mock.world.account(accountId)?.artifacts.repositories.size).toBe(1);
  });
});

describe('a running mock', () => {
  it('takes other stances, replies and leeway', async () => {
    const mock = createMock({ models: { replies: [{ reply: { text: 'old' } }] } });
    mock.models.add({ reply: { text: 'mine' } });
    await mock.change({
      stances: { 'edge.unknown-host.status': 404 },
      replies: [{ reply: { text: 'new' } }],
    });
    const { status } = await mock.edge(new Request('http://nobody.example/'));
    expect(status).toBe(404);
    expect(mock.models.list().map(({ reply }) => reply.reply)).toEqual([{ text: 'mine' }, { text: 'new' }]);
    mock.reset();
    expect(mock.models.list().map(({ reply }) => reply.reply)).toEqual([{ text: 'new' }]);
  });

  it('sends zone traffic elsewhere', async () => {
    const mock = createMock({ origin: async () => new Response('old') });
    const answer = async () => (await mock.edge(new Request('http://example.localhost/'))).text();
    expect(await answer()).toBe('old');
    await mock.change({ origin: async () => new Response('new') });
    expect(await answer()).toBe('new');
  });

  it('without seeds takes none later', async () => {
    await expect(createMock().change({ seeds: {} })).rejects.toThrow('created without any');
  });
});
