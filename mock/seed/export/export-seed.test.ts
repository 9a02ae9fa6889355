import { describe, expect, it } from 'vitest';
import type { Seed } from '../../../spec/seed-file/seed-schema.ts';
import { createMock } from '../../assembly/create-mock.ts';
import { getClient } from '../../assembly/testing/test-client.ts';
import { jwk } from '../../engines/jwt/testing/test-keys.ts';

const [shared, entry, rule] = ['a', 'b', 'c'].map((digit) => digit.repeat(32));
const uuid = (digit: string) => `4a7ee8d3-dd63-4ceb-9d5f-c2783185${digit.repeat(4)}`;

/** A public key, whose id seeds need. */
const ecKey = { ...jwk('p256', 'e', 'ES256'), kty: 'EC', kid: 'e', alg: 'ES256' };

/** Every kind of data that a seed can express, in exported form. */
const everything = {
  clock: { frozen_at: '2026-02-03T04:05:06.000000Z' },
  signals: { 'cf.waf.score': 20 },
  guardrails: { words: [{ category: 'S1', words: ['teapot'] }], failing: 'unavailable' },
  model_replies: [{ match: { text: 'weather' }, reply: { text: 'Sunny.' } }],
  faults: [{ operation: 'edge', match: { account: 'f'.repeat(32) }, status: 503, times: 2 }],
  tokens: [
    {
      value: 'shop-token',
      permissions: ['Zone Read'],
      status: 'active',
      email: 'ada@example.localhost',
      accounts: ['f'.repeat(32)],
    },
  ],
  billing: { credits: 5, plan: 'free', neurons_today: 7 },
  rulesets: [
    {
      name: 'Shared',
      id: shared,
      kind: 'custom',
      phase: 'http_request_firewall_custom',
      description: '',
      rules: [{ id: rule, ref: 'stop', action: 'log', expression: 'true', description: 'x', enabled: true }],
    },
  ],
  custom_providers: [{ name: 'Mine', slug: 'mine', base_url: 'https://models.example.com' }],
  zones: [
    {
      name: 'shop.test',
      id: 'd'.repeat(32),
      plan: 'business',
      type: 'partial',
      paused: true,
      settings: { content_converter: 'on' },
      operations: [{ id: uuid('1'), method: 'GET', host: 'api.shop.test', endpoint: '/users/{var1}' }],
      token_configurations: [
        {
          name: 'Shop',
          id: uuid('2'),
          title: 'Shop',
          description: 'of the shop',
          token_sources: ['http.request.headers["x-token"][0]'],
          token_type: 'JWT',
          credentials: {
            keys: [
              { kty: 'oct', kid: 'k', alg: 'HS256', k: 'MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE' },
              ecKey,
            ],
          },
        },
      ],
      token_rules: [
        {
          id: uuid('3'),
          title: 'Guard',
          description: '',
          action: 'block',
          enabled: false,
          expression: `is_jwt_valid("${uuid('2')}")`,
          selector: { include: [{ host: ['api.shop.test'] }], exclude: [{ operation_ids: [uuid('1')] }] },
        },
      ],
      rulesets: [
        {
          name: 'default',
          id: entry,
          kind: 'zone',
          phase: 'http_request_firewall_custom',
          description: 'x',
          rules: [
            {
              id: 'e'.repeat(32),
              ref: 'run',
              action: 'execute',
              expression: 'true',
              description: '',
              enabled: true,
              action_parameters: { id: shared, overrides: { rules: [{ id: rule, action: 'block' }] } },
            },
          ],
        },
      ],
      custom_hostnames: [
        {
          id: uuid('4'),
          hostname: 'shop.customer.com',
          custom_metadata: { zones: [], tier: 'gold' },
          ssl: {
            method: 'txt',
            type: 'dv',
            bundle_method: 'ubiquitous',
            certificate_authority: 'google',
            wildcard: false,
            settings: { http2: 'on' },
          },
        },
      ],
    },
  ],
  buckets: [
    {
      name: 'files',
      objects: {
        'a.txt': { text: 'A\nB', content_type: 'text/plain', custom_metadata: { by: 'ada' } },
        'b.bin': { base64: 'AAH/', cache_control: 'no-store' },
      },
    },
  ],
  gateways: [
    {
      id: 'shop',
      cache_ttl: 60,
      provider_configs: [
        { provider_slug: 'openai', alias: 'default', default_config: true, secret: 'sk-not-a-real-key' },
      ],
      routes: [
        {
          name: 'best',
          elements: [
            { type: 'start', id: 's', outputs: { next: { elementId: 'e' } } },
            { type: 'end', id: 'e', outputs: {} },
          ],
        },
      ],
    },
  ],
  accounts: [
    {
      name: 'Acme',
      id: 'f'.repeat(32),
      clock: { frozen_at: '2030-01-01T00:00:00.000000Z' },
      zones: [{ name: 'acme.test', id: '9'.repeat(32), plan: 'enterprise', type: 'full', paused: false }],
    },
  ],
} satisfies Seed;

async function read(seed: Seed) {
  const mock = createMock({ seeds: seed });
  await mock.ready();
  const { body } = await getClient(mock).call('touchstone.seed.get', {});
  return { mock, ...body };
}

describe('a mock exported as a seed', () => {
  it('contains everything that a seed has added', async () => {
    const { seed, left_out } = await read(everything);
    expect(seed).toMatchObject({
      ...everything,
      // This includes the zone that exists at every start.
      zones: [{ name: 'example.localhost' }, ...everything.zones],
    });
    expect(left_out).toEqual([]);
  });

  it('recreates the same mock, with the same export', async () => {
    const once = await read(everything);
    const twice = await read(once.seed);
    expect(twice.seed).toEqual(once.seed);
    expect((await twice.mock.edge(new Request('http://acme.test/'))).status).toBe(503);
  });

  it('is small for a mock without data', async () => {
    const { seed } = await read({});
    expect(Object.keys(seed).toSorted()).toEqual(['billing', 'zones']);
  });

  it('contains tenants and their data, as accounts with unique names', async () => {
    const mock = createMock();
    const tenants = [mock.tenant({ name: 'Shop' }), mock.tenant({ name: 'Shop' })];
    const [first] = tenants;
    first?.faults.add({ operation: 'git', drop: 'before', times: 'once' });
    first?.clock.advance(90);
    await first?.client.call('artifacts.repos.create', {
      params: { account_id: first.accountId, namespace: 'default' },
      body: { name: 'starter' },
    });
    const { body } = await getClient(mock).call('touchstone.seed.get', {});
    const { seed, left_out } = body;
    const again = createMock({ seeds: seed });
    await again.ready();
    for (const { accountId, zoneId, apiToken } of tenants) {
      const client = getClient(again, { token: apiToken });
      const { body: zone } = await client.call('zones.zone.get', { params: { zone_id: zoneId } });
      expect(zone.result.account.id).toBe(accountId);
    }
    expect(again.faults.list()).toMatchObject([{ left: 1, fault: { match: { account: first?.accountId } } }]);
    expect(left_out).toEqual([
      `the name "Shop" of an account, renamed to Shop ${tenants[1]?.accountId}`,
      'that the clock of Shop runs 90 seconds ahead',
      '1 repositories, in the account Shop',
    ]);
  });

  it('contains the current objects of an account, and names those that are too large or encrypted', async () => {
    const mock = createMock();
    const tenant = mock.tenant({ name: 'Shop' });
    const { FILES } = mock.bindings({
      accountId: tenant.accountId,
      r2_buckets: [{ binding: 'FILES', bucket_name: 'files' }],
    });
    await FILES.put('gone', 'x');
    await FILES.delete('gone');
    await FILES.put('large', new Uint8Array(9 * 1024 * 1024));
    await FILES.put('locked', 'x', { ssecKey: '0'.repeat(64) });
    await FILES.put('small', 'x');
    const { body } = await getClient(mock).call('touchstone.seed.get', {});
    expect(body.seed['accounts']).toMatchObject([
      { buckets: [{ name: 'files', objects: { small: { text: 'x' } } }] },
    ]);
    expect(body.seed['buckets']).toBeUndefined();
    expect(body.left_out).toEqual([
      'the object large: it would exceed 8388608 bytes in total, in the bucket files, in the account Shop',
      'the object locked, which is encrypted, in the bucket files, in the account Shop',
    ]);
  });

  it('lists what it leaves out', async () => {
    const mock = createMock();
    const client = getClient(mock);
    const { zoneId } = mock.defaults;
    mock.models.add({ name: 'coded', match: () => true, reply: { text: 'x' } });
    mock.faults.add({ operation: 'edge', status: 500, times: 'once' });
    await mock.edge(new Request('http://example.localhost/'));
    mock.clock.advance(60);
    await client.call('zones.zone.delete', { params: { zone_id: zoneId } });
    const { body } = await client.call('touchstone.seed.get', {});
    expect(body.seed['faults']).toBeUndefined();
    expect(body.left_out).toEqual([
      'that the zone example.localhost is missing, which exists at every start',
      'that the clock runs 60 seconds ahead',
      'the model reply coded, which is defined in code',
    ]);
  });
});
