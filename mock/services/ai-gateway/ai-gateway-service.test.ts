import { beforeEach, describe, expect, test } from 'vitest';
import { createMock, type Mock } from '../../assembly/create-mock.ts';
import { worldDefaults } from '../../world/defaults.ts';
import { evaluationTypes } from './evaluations/evaluation-types.ts';

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

async function send(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: Body; basis: string | null }> {
  const url = `http://localhost/client/v4/accounts/${accountId}/ai-gateway/gateways${path}`;
  const headers = { authorization: `Bearer ${worldDefaults.apiToken}`, 'content-type': 'application/json' };
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
  const response = await mock.fetch(new Request(url, init));
  const basis = response.headers.get('touchstone-basis');
  return { status: response.status, body: (await response.json()) as Body, basis }; // what the contract has
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
  test('gives a spend rule an id, unless it has one', async () => {
    const rule = { limit: 1, limitType: 'cost', window: 60 };
    const { body } = await make('shop', { spend_limits: { rules: [rule, { ...rule, id: 'daily' }] } });
    expect(body.result['spend_limits']).toEqual({
      rules: [
        { ...rule, id: expect.stringMatching(/^[0-9a-f-]{36}$/), technique: 'fixed' },
        { ...rule, id: 'daily', technique: 'fixed' },
      ],
    });
  });

  test('deletes everything in a gateway with it, and nothing of another one', async () => {
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
    const { gateways, providerConfigs, gatewayRoutes, documented } = account();
    expect(gateways.list().map(({ id }) => id)).toEqual(['kept']);
    expect(providerConfigs.list().map(({ gatewayId }) => gatewayId)).toEqual(['kept']);
    expect(gatewayRoutes.list().map(({ gatewayId }) => gatewayId)).toEqual(['kept']);
    expect(documented.list().map(({ value }) => value)).toEqual([
      expect.objectContaining({ gateway_id: 'kept' }),
      expect.objectContaining({ gateway_id: 'kept' }),
    ]);
  });
});

describe('keys of providers', () => {
  test('shows nothing of a key that its ends would reveal', async () => {
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
});

test.each([
  ['', 'documented'],
  ['?search=a', 'inferred'],
  ['?feedback=1', 'inferred'],
])('a list of log entries by %j is %s', async (query, basis) => {
  await make('shop');
  expect(await send('GET', `/shop/logs${query}`)).toMatchObject({ status: 200, basis });
});
