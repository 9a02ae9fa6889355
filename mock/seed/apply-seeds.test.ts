// Long: each part of a seed, read back through the API, with shared helpers.
import { describe, expect, it } from 'vitest';
import type { Seed } from '../../spec/seed-file/seed-schema.ts';
import { createMock, type Mock } from '../assembly/create-mock.ts';
import { getClient } from '../assembly/testing/test-client.ts';
import { jwk } from '../engines/jwt/testing/test-keys.ts';
import { parseSeed } from './parse-seed.ts';

const shopId = 'a'.repeat(32);
const uuid = '4a7ee8d3-dd63-4ceb-9d5f-c27831854ce7';
const other = '0d9bf70c-92e1-4bb3-9411-34a3bcc59003';
const zone_id = shopId;
const zone = (members: object): Seed => ({ zones: [{ name: 'shop.test', id: shopId, ...members }] });
const secret = 'a secret that is long enough for HS256';
const configuration = { name: 'shop', id: uuid, credentials: { keys: [{ kid: 'k', alg: 'HS256', secret }] } };

async function seeded(seed: Seed): Promise<Mock> {
  const mock = createMock({ seeds: seed });
  await mock.ready();
  return mock;
}

/** The answer of the API for each part. */
const parts: readonly (readonly [string, Seed, (mock: Mock) => unknown, unknown])[] = [
  [
    'a zone',
    zone({ plan: 'pro', type: 'partial', paused: true }),
    async (mock) => (await getClient(mock).call('zones.zone.get', { params: { zone_id } })).body.result,
    { id: shopId, name: 'shop.test', plan: { legacy_id: 'pro' }, type: 'partial', paused: true },
  ],
  [
    'models, the last one per id counting',
    { models: [{ id: 'acme/parrot' }, { id: 'acme/parrot', like: '@cf/baai/bge-m3', dimensions: 12 }] },
    async (mock) => {
      const params = { account_id: mock.defaults.accountId };
      const asked = await getClient(mock).call('inference.models.search', {
        params,
        query: { author: 'acme' },
      });
      return asked.body.result;
    },
    [{ name: 'acme/parrot', task: { name: 'Text Embeddings' } }],
  ],
  [
    'settings',
    { zones: [{ name: 'example.localhost', settings: { content_converter: 'on' } }] },
    async (mock) =>
      (
        await getClient(mock).call('settings.setting.get', {
          params: { zone_id: mock.defaults.zoneId, setting_id: 'content_converter' },
        })
      ).body.result,
    { value: 'on' },
  ],
  [
    'operations, as lines and as objects',
    zone({
      operations: [
        'GET api.shop.test/users/{id}',
        { name: 'health', id: uuid.toUpperCase(), method: 'HEAD', host: 'api.shop.test', endpoint: '/' },
      ],
    }),
    async (mock) =>
      (await getClient(mock).call('api-gateway.operation.list', { params: { zone_id } })).body.result,
    [
      { method: 'GET', host: 'api.shop.test', endpoint: '/users/{var1}' },
      { operation_id: uuid, method: 'HEAD' },
    ],
  ],
  [
    'a token configuration',
    zone({ token_configurations: [configuration] }),
    async (mock) =>
      (
        await getClient(mock).call('token-validation.config.get', {
          params: { zone_id, config_id: uuid },
        })
      ).body.result,
    {
      id: uuid,
      title: 'shop',
      token_sources: ['http.request.headers["authorization"][0]'],
      credentials: { keys: [{ kty: 'oct', kid: 'k', alg: 'HS256' }] },
    },
  ],
  [
    'token rules, which refer to configurations and operations',
    zone({
      operations: [{ name: 'health', id: other, method: 'GET', host: 'api.shop.test', endpoint: '/' }],
      token_configurations: [configuration],
      token_rules: [
        {
          title: 'Guard',
          action: 'block',
          expression: 'is_jwt_valid("{{ token_configurations.shop }}")',
          selector: {
            include: [{ host: ['api.shop.test'] }],
            exclude: [{ operation_ids: ['{{operations.health}}'] }],
          },
        },
        {
          id: other,
          title: 'Log',
          action: 'log',
          enabled: false,
          expression: 'http.request.method eq "GET"',
          selector: {},
        },
      ],
    }),
    async (mock) =>
      (await getClient(mock).call('token-validation.rule.list', { params: { zone_id } })).body.result,
    [
      {
        title: 'Guard',
        enabled: true,
        expression: `is_jwt_valid("${uuid}")`,
        selector: { exclude: [{ operation_ids: [other] }] },
      },
      { id: other, title: 'Log', enabled: false },
    ],
  ],
  [
    'a ruleset of a zone',
    zone({
      rulesets: [
        {
          name: 'scanners',
          id: 'b'.repeat(32),
          phase: 'http_request_firewall_custom',
          rules: [{ action: 'block', expression: 'http.request.uri.path eq "/.env"' }],
        },
      ],
    }),
    async (mock) => {
      const params = { zone_id, ruleset_phase: 'http_request_firewall_custom' } as const;
      return (await getClient(mock).call('rulesets.zone.entrypoint.get', { params })).body.result;
    },
    { id: 'b'.repeat(32), name: 'scanners', kind: 'zone', rules: [{ action: 'block' }] },
  ],
  [
    'rulesets of an account, one of which runs the other',
    {
      rulesets: [
        {
          name: 'scanners',
          id: 'b'.repeat(32),
          kind: 'custom',
          phase: 'http_request_firewall_custom',
          rules: [{ action: 'block', expression: 'http.request.uri.path eq "/.env"' }],
        },
        {
          name: 'all',
          phase: 'http_request_firewall_custom',
          rules: [
            {
              action: 'execute',
              expression: 'cf.zone.plan eq "ENT"',
              action_parameters: { id: '{{rulesets.scanners}}' },
            },
          ],
        },
      ],
    },
    async (mock) => {
      const params = {
        account_id: mock.defaults.accountId,
        ruleset_phase: 'http_request_firewall_custom',
      } as const;
      return (await getClient(mock).call('rulesets.account.entrypoint.get', { params })).body.result;
    },
    { name: 'all', kind: 'root', rules: [{ action_parameters: { id: 'b'.repeat(32) } }] },
  ],
  [
    'custom hostnames',
    zone({
      custom_hostnames: [
        'a.customer.localhost',
        { id: uuid, hostname: 'b.customer.localhost', custom_metadata: { tier: 'gold' } },
      ],
    }),
    async (mock) =>
      (await getClient(mock).call('custom-hostnames.hostname.list', { params: { zone_id } })).body.result,
    [{ hostname: 'a.customer.localhost' }, { id: uuid, custom_metadata: { tier: 'gold' } }],
  ],
  [
    'a gateway with its keys and routes',
    {
      gateways: [
        {
          id: 'shop',
          cache_ttl: 60,
          provider_configs: [{ provider_slug: 'openai', secret: 'sk-0123456789' }],
          routes: [
            {
              name: 'chat',
              elements: [
                { type: 'start', id: 'a', outputs: { next: { elementId: 'b' } } },
                { type: 'end', id: 'b', outputs: {} },
              ],
            },
          ],
        },
      ],
    },
    async (mock) => {
      const params = { account_id: mock.defaults.accountId, gateway_id: 'shop' };
      const client = getClient(mock);
      const { result: gateway } = (await client.call('ai-gateway.gateway.get', { params })).body;
      const { result: configs } = (await client.call('ai-gateway.provider-config.list', { params })).body;
      const { data } = (await client.call('ai-gateway.route.list', { params })).body;
      return { gateway, configs, routes: data['routes'] };
    },
    {
      gateway: { id: 'shop', cache_ttl: 60, collect_logs: true },
      configs: [{ alias: 'default', default_config: true, provider_slug: 'openai' }],
      routes: [{ name: 'chat' }],
    },
  ],
  [
    'a custom provider',
    { custom_providers: [{ name: 'Mine', slug: 'mine', base_url: 'https://models.example' }] },
    async (mock) => {
      const params = { account_id: mock.defaults.accountId };
      return (await getClient(mock).call('ai-gateway.custom-provider.list', { params })).body.result;
    },
    [{ slug: 'mine' }],
  ],
  [
    'billing',
    { billing: { credits: 1.5, plan: 'free' } },
    async (mock) => {
      const params = { account_id: mock.defaults.accountId };
      return (await getClient(mock).call('touchstone.credits.get', { params })).body;
    },
    { credits: 1.5, plan: 'free' },
  ],
  [
    'what guardrails find',
    { guardrails: { words: [{ category: 'S1', words: ['teapot'] }] } },
    async (mock) => (await getClient(mock).call('touchstone.guardrails.get', {})).body,
    { words: [{ category: 'S1', words: ['teapot'] }] },
  ],
  [
    'signals',
    { signals: { 'cf.waf.score': 20 } },
    async (mock) => (await getClient(mock).call('touchstone.signals.get', {})).body,
    { 'cf.waf.score': 20 },
  ],
  [
    'model replies, the first one taking precedence',
    {
      model_replies: [
        { name: 'a', reply: { text: 'A' } },
        { name: 'b', reply: { text: 'B' } },
      ],
    },
    async (mock) => (await getClient(mock).call('touchstone.model-reply.list', {})).body,
    [{ reply: { name: 'a' } }, { reply: { name: 'b' } }],
  ],
  [
    'a clock that stands',
    { clock: { frozen_at: '2026-02-03T04:05:06Z' }, ...zone({}) },
    async (mock) => {
      const { body } = await getClient(mock).call('zones.zone.get', { params: { zone_id } });
      return { created_on: body.result.created_on, frozen: mock.clock.frozen };
    },
    { created_on: '2026-02-03T04:05:06.000000Z', frozen: true },
  ],
  [
    'an account with its own zone',
    { accounts: [{ name: 'Acme', id: 'c'.repeat(32), zones: [{ name: 'acme.test' }] }] },
    async (mock) =>
      (await getClient(mock).call('zones.zone.list', { query: { name: 'acme.test' } })).body.result,
    [{ account: { id: 'c'.repeat(32), name: 'Acme' } }],
  ],
  [
    'a token for one zone, by its name',
    { ...zone({}), tokens: [{ value: 'only-the-shop', role: 'read', zones: ['shop.test'] }] },
    async (mock) => {
      const client = getClient(mock, { token: 'only-the-shop' });
      const ask = async (id: string) =>
        (await client.call('zones.zone.get', { params: { zone_id: id } })).status;
      const edit = await client.call('zones.zone.edit', { params: { zone_id }, body: { paused: true } });
      return [await ask(shopId), await ask(mock.defaults.zoneId), edit.status];
    },
    [200, 403, 401],
  ],
  [
    'a repository with its first commit',
    {
      clock: { frozen_at: '2026-02-03T04:05:06Z' },
      namespaces: [
        {
          name: 'tools',
          jurisdiction: 'eu',
          repositories: [
            {
              name: 'starter',
              description: 'To begin with',
              default_branch: 'trunk',
              read_only: true,
              files: { 'README.md': '# Hi', 'src/a.json': { json: [1] } },
              commit: { message: 'Begin', author: { name: 'Ann', email: 'ann@example.com' } },
            },
          ],
        },
      ],
    },
    async (mock) => {
      const params = { account_id: mock.defaults.accountId, namespace: 'tools', repo_name: 'starter' };
      const client = getClient(mock);
      const { result: repo } = (await client.call('artifacts.repos.get', { params })).body;
      const { result: log } = (await client.call('artifacts.repos.log', { params })).body;
      const file = await client.call('artifacts.repos.file', { params, query: { path: 'src/a.json' } });
      return { repo, log, file: file.text };
    },
    {
      repo: { description: 'To begin with', default_branch: 'trunk', read_only: true, source: null },
      log: [
        { message: 'Begin', author: { name: 'Ann', email: 'ann@example.com' }, committedAt: 1_770_091_506 },
      ],
      file: '[1]',
    },
  ],
  [
    'tokens of a repository',
    {
      namespaces: [
        {
          name: 'default',
          repositories: [
            {
              name: 'empty',
              tokens: [
                { value: `art_v1_${'1'.repeat(40)}`, scope: 'read' },
                { value: `art_v1_${'2'.repeat(40)}`, expires_at: '2020-01-01T00:00:00Z' },
              ],
            },
          ],
        },
      ],
    },
    (mock) => {
      const ask = async (digit: string) => {
        const url = `http://localhost/git/${mock.defaults.accountId}/default/empty.git/info/refs?service=git-upload-pack`;
        const headers = { authorization: `Bearer art_v1_${digit.repeat(40)}` };
        return (await mock.fetch(new Request(url, { headers }))).status;
      };
      return Promise.all(['1', '2', '3'].map(ask));
    },
    [200, 403, 403],
  ],
  [
    'objects of a bucket',
    {
      buckets: [
        {
          name: 'files',
          objects: {
            'a.txt': 'Hi',
            'b.png': { base64: 'AAEC', content_type: 'image/png', custom_metadata: { by: 'ann' } },
          },
        },
      ],
    },
    async (mock) => {
      const { FILES } = mock.bindings({ r2_buckets: [{ binding: 'FILES', bucket_name: 'files' }] });
      const [text, picture] = [await FILES.get('a.txt'), await FILES.get('b.png')];
      return [
        text && 'text' in text ? await text.text() : null,
        picture && { size: picture.size, ...picture.httpMetadata, ...picture.customMetadata },
      ];
    },
    ['Hi', { size: 3, contentType: 'image/png', by: 'ann' }],
  ],
];

describe('a seed', () => {
  it.each(parts)('brings %s', async (_, seed, look, expected) => {
    const seen = await look(await seeded(seed));
    expect(Array.isArray(expected) ? { all: seen } : seen).toMatchObject(
      Array.isArray(expected) ? { all: expected } : Object(expected),
    );
  });

  it('leaves no trace in the journal', async () => {
    const mock = await seeded({
      ...zone({}),
      namespaces: [{ name: 'default', repositories: [{ name: 'a' }] }],
    });
    expect([...mock.journal.entries()]).toEqual([]);
  });

  it('has keys as written, so that the edge verifies with them', async () => {
    const yaml = `
zones:
  - name: example.localhost
    operations: [GET api.example.localhost/orders]
    token_configurations:
      - { name: shop, credentials: { keys: [ { kid: k, alg: HS256, secret: ${secret} } ] } }
    token_rules:
      - title: Guard
        action: block
        expression: is_jwt_valid("{{token_configurations.shop}}")
        selector: { include: [ { host: [api.example.localhost] } ] }
`;
    const mock = createMock({ seeds: await parseSeed(yaml) });
    const { SignJWT } = await import('jose');
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: 'HS256', kid: 'k' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(secret));
    const ask = async (headers: Record<string, string>) =>
      (await mock.edge(new Request('http://api.example.localhost/orders', { headers }))).status;
    expect(await ask({})).toBe(403);
    expect(await ask({ authorization: `Bearer ${token}` })).toBe(200);
  });

  it('adds to the data of an earlier seed, in order', async () => {
    const more = {
      zones: [
        {
          name: 'shop.test',
          token_rules: [
            {
              title: 'Guard',
              action: 'block',
              expression: 'is_jwt_valid("{{token_configurations.shop}}")',
              selector: {},
            },
          ],
        },
      ],
    } as const satisfies object;
    const mock = createMock({
      seeds: [
        zone({ token_configurations: [configuration] }),
        // The same format as in a file.
        JSON.parse(JSON.stringify(more)),
        { gateways: [{ id: 'shop', cache_ttl: 60 }] },
        { gateways: [{ id: 'shop', collect_logs: false }] },
        { signals: { 'ip.geoip.country': 'NL', 'cf.waf.score': 20 } },
        { signals: { 'ip.geoip.country': 'DE' } },
      ],
    });
    await mock.ready();
    const client = getClient(mock);
    const { body } = await client.call('token-validation.rule.list', { params: { zone_id } });
    expect(body.result).toMatchObject([{ expression: `is_jwt_valid("${uuid}")` }]);
    const params = { account_id: mock.defaults.accountId, gateway_id: 'shop' };
    expect((await client.call('ai-gateway.gateway.get', { params })).body.result).toMatchObject({
      cache_ttl: 60,
      collect_logs: false,
    });
    const signals = (await client.call('touchstone.signals.get', {})).body;
    expect(signals).toEqual({ 'ip.src.country': 'DE', 'cf.waf.score': 20 });
  });

  it('accepts a JSON Web Key as the API does', async () => {
    const keys = [{ ...jwk('p256', 'key-1', 'ES256') }];
    const seed: unknown = zone({ token_configurations: [{ name: 'a', id: uuid, credentials: { keys } }] });
    const mock = createMock({ seeds: await parseSeed(JSON.stringify(seed)) });
    const { body } = await getClient(mock).call('token-validation.config.get', {
      params: { zone_id, config_id: uuid },
    });
    expect(body.result.credentials.keys).toMatchObject([{ kty: 'EC', kid: 'key-1', alg: 'ES256' }]);
  });
});
