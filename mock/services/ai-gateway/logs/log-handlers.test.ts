import { describe, expect, it } from 'vitest';
import { defaultGatewaySettings } from '../../../../spec/services/ai-gateway/gateways.ts';
import {
  logDetailSchema,
  logResultInfoSchema,
  logSchema,
} from '../../../../spec/services/ai-gateway/logs.ts';
import { createMock } from '../../../create-mock.ts';
import { clientOf, refusalOf } from '../../../testing/test-client.ts';
import type { StoredLog } from '../../../world/gateway-records.ts';
import { gatewayRecord } from '../gateways/gateway-record.ts';
import { logId, storedLog } from './testing/stored-log.ts';

const room = { limit: 100_000, whenFull: 'DELETE_OLDEST' } as const;
const at = '2030-01-01T00:00:00.000000Z';

/** A mock with a gateway and these log entries, and a client of it. */
function start(...logs: readonly StoredLog[]) {
  const mock = createMock();
  const account_id = mock.defaults.accountId;
  const account = mock.world.account(account_id);
  if (!account) throw new Error('the seeded account is gone');
  account.gateways.put(
    gatewayRecord(defaultGatewaySettings, { id: 'shop', created_at: at, modified_at: at }),
    gatewayRecord(defaultGatewaySettings, { id: 'other', created_at: at, modified_at: at }),
  );
  for (const log of logs) account.gatewayLogs.add(log, room);
  const params = { account_id, gateway_id: 'shop' };
  return { mock, client: clientOf(mock), params, account, one: { ...params, log_id: logId(1) } };
}

const full = storedLog(1, {
  cost: 0.25,
  metadata: { user: 'Ada' },
  status_code: 200,
  request_content_type: 'application/json',
  response_content_type: 'text/event-stream',
  request_head: '{"prompt":',
  request_head_complete: false,
  request_size: 15,
  responseBody: 'data: [DONE]\n\n',
});

describe('ai-gateway.log.list', () => {
  it('answers one page, newest first, without the beginnings of bodies', async () => {
    const { client, params } = start(full, storedLog(2), storedLog(3));
    const { status, body } = await client.call('ai-gateway.log.list', {
      params,
      query: { page: '2', per_page: '2' },
    });
    expect(status).toBe(200);
    expect(body.result).toHaveLength(1);
    expect(logSchema.strict().parse(body.result[0])).toMatchObject({
      id: logId(1),
      metadata: { user: 'Ada' },
      feedback: null,
      score: null,
    });
    expect(body.result_info).toEqual({ page: 2, per_page: 2, count: 1, total_count: 3 });
  });

  it('tells the bounds of all that was found where it is asked', async () => {
    const { client, params } = start(
      full,
      storedLog(2, { duration: 5, tokens_in: 1, tokens_out: 2 }),
      storedLog(3, { duration: 900, tokens_in: null, tokens_out: null }),
    );
    const { body } = await client.call('ai-gateway.log.list', {
      params,
      query: { per_page: '1', meta_info: 'true' },
    });
    expect(logResultInfoSchema.strict().parse(body.result_info)).toEqual({
      page: 1,
      per_page: 1,
      count: 1,
      total_count: 3,
      min_cost: 0.25,
      max_cost: 0.25,
      min_duration: 5,
      max_duration: 900,
      min_tokens_in: 1,
      max_tokens_in: 10,
      min_tokens_out: 2,
      max_tokens_out: 20,
      min_total_tokens: 3,
      max_total_tokens: 30,
    });
  });

  it('has null for bounds of nothing', async () => {
    const { client, params } = start();
    const { body } = await client.call('ai-gateway.log.list', { params, query: { meta_info: 'true' } });
    expect(body.result_info).toMatchObject({ total_count: 0, min_cost: null, max_total_tokens: null });
  });

  it.each([
    { per_page: '51' },
    { per_page: '0' },
    { order_by: 'duration' },
    { filters: '[{"key":"colour","operator":"eq","value":["red"]}]' },
    { filters: 'red' },
    { 'filters.key': 'colour', 'filters.operator': 'eq', 'filters.value': 'red' },
    { start_date: 'yesterday' },
    { min_cost: 'much' },
    { feedback: '2' },
  ])('refuses %j with code 7001', async (query) => {
    const { client, params } = start();
    const search = new URLSearchParams(Object.entries(query));
    const path = `/accounts/${params.account_id}/ai-gateway/gateways/shop/logs?${search}`;
    expect(refusalOf(await client.send({ method: 'GET', path }))).toMatchObject({ status: 400, code: 7001 });
  });

  it('says what rests on a guess', async () => {
    const { client, params } = start(full);
    const basisOf = async (query: Record<string, string>) =>
      (await client.call('ai-gateway.log.list', { params, query })).headers.get('touchstone-basis');
    expect(await basisOf({})).toBe('documented');
    expect(await basisOf({ search: 'gpt' })).toBe('inferred');
    expect(await basisOf({ feedback: '1' })).toBe('inferred');
  });
});

describe('ai-gateway.log.delete', () => {
  it('removes what its filters find, and nothing of another gateway', async () => {
    const { client, params, account } = start(
      full,
      storedLog(2, { success: false }),
      storedLog(3, { success: false, gatewayId: 'other' }),
    );
    const filters = JSON.stringify([{ key: 'success', operator: 'eq', value: [false] }]);
    const { status, body } = await client.call('ai-gateway.log.delete', { params, query: { filters } });
    expect({ status, body }).toEqual({ status: 200, body: { success: true, errors: [], messages: [] } });
    expect(account.gatewayLogs.list('shop')).toEqual([full]);
    expect(account.gatewayLogs.list('other')).toHaveLength(1);
  });

  it('removes the oldest up to its limit', async () => {
    const { client, params, account } = start(full, storedLog(2), storedLog(3));
    await client.call('ai-gateway.log.delete', { params, query: { limit: '2' } });
    expect(account.gatewayLogs.list('shop').map(({ id }) => id)).toEqual([logId(3)]);
  });
});

describe('ai-gateway.log.get', () => {
  it('answers an entry with the beginnings of its bodies', async () => {
    const { client, one } = start(full);
    const { body } = await client.call('ai-gateway.log.get', { params: one });
    expect(logDetailSchema.strict().parse(body.result)).toEqual({
      ...full.entry,
      feedback: null,
      score: null,
    });
  });
});

describe('ai-gateway.log.edit', () => {
  it('sets what it names, and leaves the rest', async () => {
    const { client, one } = start(full);
    const edit = (body: object) => client.call('ai-gateway.log.edit', { params: one, body });
    const read = async () => (await client.call('ai-gateway.log.get', { params: one })).body.result;
    const { body } = await edit({ feedback: 1, score: 90 });
    expect(body.result).toEqual({});
    expect(await read()).toEqual({ ...full.entry, feedback: 1, score: 90 });
    await edit({ score: null, metadata: { team: 'a', 'cf.zone': 'x' } });
    expect(await read()).toEqual({ ...full.entry, metadata: { team: 'a' }, feedback: 1, score: null });
    await edit({ feedback: null, metadata: null });
    expect(await read()).toEqual({ ...full.entry, metadata: null, feedback: null, score: null });
  });

  it('keeps five entries of metadata', async () => {
    const { client, one } = start(full);
    const metadata = Object.fromEntries([1, 2, 3, 4, 5, 6].map((number) => [`k${number}`, number]));
    await client.call('ai-gateway.log.edit', { params: one, body: { metadata } });
    const { result } = (await client.call('ai-gateway.log.get', { params: one })).body;
    expect(result.metadata).toEqual({ k1: 1, k2: 2, k3: 3, k4: 4, k5: 5 });
  });

  it.each([
    { feedback: 1.5 },
    { feedback: -2 },
    { score: -1 },
    { score: 101 },
    { metadata: { tags: ['a'] } },
    { feedback: 'good' },
  ])('refuses %j and changes nothing', async (faulty) => {
    const { client, one, account } = start(full);
    const path = `/accounts/${one.account_id}/ai-gateway/gateways/shop/logs/${one.log_id}`;
    const headers = { 'content-type': 'application/json' };
    const reply = await client.send({ method: 'PATCH', path, headers, body: JSON.stringify(faulty) });
    expect(refusalOf(reply)).toMatchObject({ status: 400, code: 7001 });
    expect(account.gatewayLogs.get('shop', one.log_id)).toEqual(full);
  });
});

describe('ai-gateway.log.request and ai-gateway.log.response', () => {
  it('answer the bodies as they were, with their types', async () => {
    const { client, one } = start(full);
    const request = await client.call('ai-gateway.log.request', { params: one });
    expect([request.text, request.headers.get('content-type')]).toEqual([
      '{"prompt":"Hi"}',
      'application/json',
    ]);
    const response = await client.call('ai-gateway.log.response', { params: one });
    expect([response.text, response.headers.get('content-type')]).toEqual([
      'data: [DONE]\n\n',
      'text/event-stream',
    ]);
  });

  it('answer 404 where no body was to be kept', async () => {
    const { client, one } = start(storedLog(1, { requestBody: null, responseBody: null }));
    for (const id of ['ai-gateway.log.request', 'ai-gateway.log.response'] as const) {
      expect(refusalOf(await client.call(id, { params: one }))).toMatchObject({ status: 404, code: 7002 });
    }
  });
});

describe('logs of what is not there', () => {
  it.each([
    ['GET', 'shop', `/${logId(2)}`],
    ['PATCH', 'shop', `/${logId(2)}`],
    ['GET', 'shop', `/${logId(2)}/request`],
    ['GET', 'shop', `/${logId(2)}/response`],
    ['GET', 'nowhere', ''],
    ['DELETE', 'nowhere', ''],
    ['GET', 'other', `/${logId(1)}`],
  ])('%s of gateway %s, entry %s is answered with 404 and code 7002', async (method, gateway, rest) => {
    const { client, params } = start(full);
    const path = `/accounts/${params.account_id}/ai-gateway/gateways/${gateway}/logs${rest}`;
    const body = method === 'PATCH' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {};
    const reply = await client.send({ method, path, ...body });
    expect(refusalOf(reply)).toMatchObject({ status: 404, code: 7002, message: 'Not Found' });
  });
});

describe('many logs', () => {
  it('lists a filtered page of ten thousand at once', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) =>
      storedLog(index, { duration: index, metadata: { n: index } }),
    );
    const { client, params } = start(...many);
    const query = { order_by: 'model', min_duration: '10', search: 'gpt', meta_info: 'true' } as const;
    const list = () => client.call('ai-gateway.log.list', { params, query });
    await list();
    const started = performance.now();
    const { body } = await list();
    expect(body.result_info?.total_count).toBe(9990);
    // Far more than it takes, and far less than comparing all with all would.
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
