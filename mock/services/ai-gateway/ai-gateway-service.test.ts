import { beforeEach, describe, expect, test } from 'vitest';
import { evaluationTypes } from '../../../spec/services/ai-gateway/evaluations.ts';
import { createMock, type Mock } from '../../create-mock.ts';
import { worldDefaults } from '../../world/defaults.ts';

let mock: Mock;
beforeEach(() => {
  mock = createMock();
  mock.clock.freeze(Date.UTC(2026, 0, 2));
});

const { accountId } = worldDefaults;

interface Body {
  readonly result: Record<string, unknown> & { readonly id: string };
  readonly success: boolean;
  readonly errors: readonly { readonly code: number; readonly message: string; readonly path?: unknown }[];
}

async function send(method: string, path: string, body?: unknown): Promise<{ status: number; body: Body }> {
  const url = `http://localhost/client/v4/accounts/${accountId}/ai-gateway/gateways${path}`;
  const headers = { authorization: `Bearer ${worldDefaults.apiToken}`, 'content-type': 'application/json' };
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
  const response = await mock.fetch(new Request(url, init));
  return { status: response.status, body: (await response.json()) as Body }; // what the contract has
}

const settings = {
  cache_ttl: 0,
  cache_invalidate_on_update: false,
  collect_logs: true,
  rate_limiting_interval: 0,
  rate_limiting_limit: 0,
};
const make = (id: string, more: object = {}) => send('POST', '', { id, ...settings, ...more });
const start = { id: 'start', type: 'start', outputs: { next: { elementId: 'end' } } };
const end = { id: 'end', type: 'end', outputs: {} };
const key = {
  alias: 'default',
  default_config: true,
  provider_slug: 'openai',
  secret: 'sk-0123456789abcdef',
};

const account = () => {
  const found = mock.world.account(accountId);
  if (!found) throw new Error('The seeded account is missing');
  return found;
};

describe('gateways', () => {
  test('has every setting, set or not', async () => {
    const { body } = await make('shop');
    expect(body.result).toEqual({
      id: 'shop',
      ...settings,
      authentication: true,
      rate_limiting_technique: 'fixed',
      workers_ai_billing_mode: 'postpaid',
      log_management: null,
      log_management_strategy: null,
      logpush: false,
      logpush_public_key: null,
      retry_max_attempts: null,
      retry_delay: null,
      retry_backoff: null,
      store_id: null,
      zdr: false,
      dlp: null,
      guardrails: null,
      otel: null,
      spend_limits: null,
      stripe: null,
      log_classification: false,
      byok_only: false,
      wholesale: true,
      is_default: false,
      created_at: '2026-01-02T00:00:00.000000Z',
      modified_at: '2026-01-02T00:00:00.000000Z',
    });
  });

  test('replaces every setting by an update', async () => {
    await make('shop', { retry_max_attempts: 3, byok_only: true });
    mock.clock.advance(60);
    const { body } = await send('PUT', '/shop', settings);
    expect(body.result).toMatchObject({
      retry_max_attempts: null,
      byok_only: false,
      wholesale: true,
      created_at: '2026-01-02T00:00:00.000000Z',
      modified_at: '2026-01-02T00:01:00.000000Z',
    });
  });

  test('gives a rule of spending an id, unless it has one', async () => {
    const rule = { limit: 1, limitType: 'cost', window: 60 };
    const { body } = await make('shop', { spend_limits: { rules: [rule, { ...rule, id: 'daily' }] } });
    expect(body.result['spend_limits']).toEqual({
      rules: [
        { ...rule, id: expect.stringMatching(/^[0-9a-f-]{36}$/), technique: 'fixed' },
        { ...rule, id: 'daily', technique: 'fixed' },
      ],
    });
  });

  test('takes everything of a gateway along with it, and nothing of another', async () => {
    for (const id of ['gone', 'kept']) {
      await make(id);
      await send('POST', `/${id}/provider_configs`, key);
      await send('POST', `/${id}/routes`, { name: 'cheap', elements: [start, end] });
      const { result } = (await send('POST', `/${id}/datasets`, { name: 'All', enable: true, filters: [] }))
        .body;
      const order = { dataset_ids: [result.id], evaluation_type_ids: [evaluationTypes[0].id] };
      expect((await send('POST', `/${id}/evaluations`, { name: 'May', ...order })).status).toBe(200);
    }
    await send('DELETE', '/gone');
    const { gateways, providerConfigs, gatewayRoutes, datasets, evaluations } = account();
    expect(gateways.list().map(({ id }) => id)).toEqual(['kept']);
    expect(providerConfigs.list().map(({ gatewayId }) => gatewayId)).toEqual(['kept']);
    expect(gatewayRoutes.list().map(({ gatewayId }) => gatewayId)).toEqual(['kept']);
    expect(datasets.list().map(({ gateway_id }) => gateway_id)).toEqual(['kept']);
    expect(evaluations.list().map(({ gateway_id }) => gateway_id)).toEqual(['kept']);
  });

  test('allows an account ten of them', async () => {
    for (let count = 1; count <= 10; count++) expect((await make(`g${count}`)).status).toBe(200);
    const { status, body } = await make('g11');
    expect([status, body.errors[0]?.code]).toEqual([400, 2211]);
    expect(body.errors[0]?.message).toContain('has 10 gateways');
  });

  test('says in which member of a body or parameter of a query the fault is', async () => {
    const wrong = await make('shop', { cache_ttl: 'long' });
    expect(wrong.body.errors[0]).toMatchObject({ code: 7001, path: ['body', 'cache_ttl'] });
    const page = await send('GET', '?per_page=101');
    expect(page.body.errors[0]).toMatchObject({
      code: 7001,
      message: 'Input Validation Error: per_page must be at most 100',
      path: ['query', 'per_page'],
    });
  });

  test('comes back with a snapshot', async () => {
    await make('shop');
    await send('POST', '/shop/routes', { name: 'cheap', elements: [start, end] });
    await send('POST', '/shop/datasets', { name: 'All', enable: true, filters: [] });
    const restore = mock.snapshot();
    await send('DELETE', '/shop');
    restore();
    expect((await send('GET', '/shop')).status).toBe(200);
    expect(account().gatewayRoutes.size).toBe(1);
    expect(account().datasets.size).toBe(1);
  });
});

describe('keys of providers', () => {
  test('keeps the key, and shows its ends', async () => {
    await make('shop');
    const { body } = await send('POST', '/shop/provider_configs', key);
    expect(body.result['secret_preview']).toBe('sk-0...cdef');
    expect(account().providerConfigs.get(body.result.id)?.secret).toBe(key.secret);
  });

  test('shows nothing of a key that its ends would give away', async () => {
    await make('shop');
    const { body } = await send('POST', '/shop/provider_configs', { ...key, secret: 'sk-01234' });
    expect(body.result['secret_preview']).toBe('...');
  });

  test('has one default key for each provider', async () => {
    await make('shop');
    const one = await send('POST', '/shop/provider_configs', key);
    const other = await send('POST', '/shop/provider_configs', { ...key, provider_slug: 'anthropic' });
    await send('POST', '/shop/provider_configs', { ...key, alias: 'spare' });
    const isDefault = (id: string) => account().providerConfigs.get(id)?.resource.default_config;
    expect([isDefault(one.body.result.id), isDefault(other.body.result.id)]).toEqual([false, true]);
  });

  test('is unknown in another gateway', async () => {
    await make('shop');
    await make('other');
    const { body } = await send('POST', '/shop/provider_configs', key);
    const path = `/other/provider_configs/${body.result.id}`;
    expect((await send('PUT', path, { secret: 'sk-another-example' })).status).toBe(404);
  });
});

describe('dynamic routes', () => {
  test.each([
    ['two elements of one id', [start, end, end], '/elements/2/id'],
    ['no start', [end], '/elements'],
    ['two starts', [start, { ...start, id: 'again' }, end], '/elements'],
    ['a link to nothing', [start], '/elements/0/outputs/next/elementId'],
    [
      'a share that leads to nothing',
      [
        { ...start, outputs: { next: { elementId: 'split' } } },
        {
          id: 'split',
          type: 'percentage',
          outputs: { half: { elementId: 'end' }, else: { elementId: 'nowhere' } },
        },
        end,
      ],
      '/elements/1/outputs/else/elementId',
    ],
  ])('refuses %s', async (_, elements, pointer) => {
    await make('shop');
    const { status, body } = await send('POST', '/shop/routes', { name: 'cheap', elements });
    expect(status).toBe(400);
    expect(body.errors[0]).toMatchObject({ code: 2213, source: { pointer } });
    expect(account().gatewayRoutes.size).toBe(0);
  });

  test('serves an older version again once that is deployed again', async () => {
    await make('shop');
    const made = await send('POST', '/shop/routes', { name: 'cheap', elements: [start, end] });
    const path = `/shop/routes/${made.body.result.id}`;
    const { result } = (await send('POST', `${path}/versions`, { elements: [start, end] })).body;
    const versionOf = (of: Record<string, unknown>) =>
      (of['version'] as { readonly version_id: string }).version_id; // what the contract has
    for (const version_id of [versionOf(result), versionOf(made.body.result)]) {
      expect((await send('POST', `${path}/deployments`, { version_id })).status).toBe(200);
      expect(versionOf((await send('GET', path)).body.result)).toBe(version_id);
    }
    const unknown = await send('POST', `${path}/deployments`, { version_id: 'another' });
    expect(unknown.body.errors[0]).toMatchObject({ code: 7001, path: ['body', 'version_id'] });
  });

  test('may keep its name, and have one that a route of another gateway has', async () => {
    for (const id of ['shop', 'other']) {
      await make(id);
      const made = await send('POST', `/${id}/routes`, { name: 'cheap', elements: [start, end] });
      const path = `/${id}/routes/${made.body.result.id}`;
      expect((await send('PATCH', path, { name: 'cheap' })).status).toBe(200);
    }
  });
});
