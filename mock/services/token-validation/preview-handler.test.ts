import { describe, expect, it } from 'vitest';
import type { CallInput } from '../../../spec/client.ts';
import { previewSchema, type Selector } from '../../../spec/services/token-validation/schemas.ts';
import { createMock } from '../../create-mock.ts';
import { clientOf, refusalOf } from '../../testing/test-client.ts';

type Query = CallInput<'token-validation.rule.preview'>['query'];

/** A zone with six operations on three hosts. */
async function start() {
  const mock = createMock();
  const client = clientOf(mock);
  const params = { zone_id: mock.defaults.zoneId };
  const { body } = await client.call('api-gateway.operation.create', {
    params,
    body: [
      { method: 'GET', host: 'a.test', endpoint: '/users' },
      { method: 'POST', host: 'a.test', endpoint: '/users' },
      { method: 'POST', host: 'a.test', endpoint: '/login' },
      { method: 'GET', host: 'b.test', endpoint: '/users/{id}' },
      { method: 'GET', host: 'b.test', endpoint: '/login' },
      { method: 'GET', host: '{hostVar1}.c.test', endpoint: '/' },
    ],
  });
  const ids = body.result.map(({ operation_id }) => operation_id);
  const preview = async (selector: Selector, query: Query = {}) => {
    const reply = await client.call('token-validation.rule.preview', { params, body: selector, query });
    if (reply.status !== 200) throw new Error(reply.text);
    return reply.body;
  };
  /** The states of the shown operations by their initials. */
  const states = async (selector: Selector, query: Query = {}) =>
    (await preview(selector, query)).result.operations
      .map(({ operation_id, state }) => `${ids.indexOf(operation_id)}${state[0]}`)
      .join(' ');
  return { mock, client, params, ids, preview, states };
}

describe('token-validation.rule.preview', () => {
  it('counts over the whole zone, whatever page of ten thousand operations is shown', async () => {
    const mock = createMock();
    const client = clientOf(mock);
    const params = { zone_id: mock.defaults.zoneId };
    const body = Array.from({ length: 10_000 }, (_, index) => ({
      method: 'GET' as const,
      host: index % 4 === 0 ? 'b.test' : 'a.test',
      endpoint: `/operations/${index}`,
    }));
    expect((await client.call('api-gateway.operation.create', { params, body })).status).toBe(200);
    const preview = async (page: string) => {
      const query = { page, per_page: '50' };
      const selector = { include: [{ host: ['a.test'] }] };
      return (await client.call('token-validation.rule.preview', { params, query, body: selector })).body;
    };
    for (const [page, count] of [
      ['1', 50],
      ['200', 50],
      ['201', 0],
    ] as const) {
      const { result, result_info } = await preview(page);
      expect(result).toMatchObject({ total: 10_000, included: 7_500, excluded: 0, ignored: 2_500 });
      expect(result.operations).toHaveLength(count);
      expect(result_info).toMatchObject({ count, total_count: 10_000 });
    }
  });

  it('shows with an empty selector all operations, all hosts, and no selected ones', async () => {
    const { preview, states } = await start();
    expect(await states({})).toBe('0i 1i 2i 3i 4i 5i');
    const { result, result_info } = await preview({});
    expect(previewSchema.strict().parse(result)).toEqual(result);
    expect(result).toMatchObject({
      total: 6,
      included: 0,
      excluded: 0,
      ignored: 6,
      selected_hosts: [],
      available_hosts: ['a.test', 'b.test', '{hostVar1}.c.test'],
    });
    expect(result.operations.every(({ state }) => state === 'ignored')).toBe(true);
    expect(result_info).toEqual({ page: 1, per_page: 20, count: 6, total_count: 6 });
  });

  it('carries the operation as it is saved, and its state', async () => {
    const { client, params, preview, ids } = await start();
    const operation_id = ids[3] ?? '';
    const saved = await client.call('api-gateway.operation.get', { params: { ...params, operation_id } });
    const { result } = await preview({ include: [{ host: ['b.test'] }] });
    expect(result.operations[3]).toEqual({ ...saved.body.result, state: 'included' });
  });

  it('includes by host, excludes by id, and ignores the rest', async () => {
    const { preview, ids } = await start();
    const { result } = await preview({
      include: [{ host: ['A.test'] }, { host: ['b.test', 'nowhere.test'] }],
      exclude: [{ operation_ids: [ids[2]?.toUpperCase() ?? ''] }, { operation_ids: [ids[3] ?? ''] }],
    });
    expect(result.operations.map(({ state }) => state)).toEqual([
      'included',
      'included',
      'excluded',
      'excluded',
      'included',
      'ignored',
    ]);
    expect(result).toMatchObject({ total: 6, included: 3, excluded: 2, ignored: 1 });
    expect(result.selected_hosts).toEqual(['a.test', 'b.test']);
  });

  it('calls an operation excluded although its host is not included', async () => {
    const { preview, ids } = await start();
    const { result } = await preview({ exclude: [{ operation_ids: [ids[0] ?? ''] }] });
    expect(result).toMatchObject({ included: 0, excluded: 1, ignored: 5, selected_hosts: [] });
  });

  it('does not select a host all of whose operations are excluded', async () => {
    const { preview, ids } = await start();
    const { result } = await preview({
      include: [{ host: ['a.test', 'b.test'] }],
      exclude: [{ operation_ids: ids.slice(3, 5) }],
    });
    expect(result.selected_hosts).toEqual(['a.test']);
  });

  it('includes the operations of a host with a variable by its text', async () => {
    const { states } = await start();
    expect(await states({ include: [{ host: ['{hostVar1}.c.test'] }] }, { state: ['included'] })).toBe('5i');
    expect(await states({ include: [{ host: ['x.c.test'] }] }, { state: ['included'] })).toBe('');
  });

  const selector: Selector = { include: [{ host: ['a.test'] }] };
  it.each([
    [{ state: ['included'] }, '0 1 2'],
    [{ state: ['excluded', 'ignored'] }, '3 4 5'],
    [{ host: ['B.test'] }, '3 4'],
    [{ hostname: ['a.test', '{hostVar1}.c.test'] }, '0 1 2 5'],
    [{ host: ['a.test'], hostname: ['b.test'] }, '0 1 2 3 4'],
    [{ method: ['POST'] }, '1 2'],
    [{ method: ['POST', 'GET'], host: ['b.test'] }, '3 4'],
    [{ endpoint: ['users'] }, '0 1 3'],
    [{ endpoint: ['{var1}', 'login'] }, '2 3 4'],
    [{ endpoint: ['login'], state: ['ignored'] }, '4'],
    [{ endpoint: ['nothing'] }, ''],
  ] as [NonNullable<Query>, string][])('by %j shows %s, and counts the whole zone', async (query, shown) => {
    const { preview, ids } = await start();
    const { result, result_info } = await preview(selector, query);
    expect(result.operations.map(({ operation_id }) => ids.indexOf(operation_id)).join(' ')).toBe(shown);
    expect(result).toMatchObject({ total: 6, included: 3, excluded: 0, ignored: 3 });
    expect(result.available_hosts).toHaveLength(3);
    const count = result.operations.length;
    expect(result_info).toMatchObject({ count, total_count: count });
  });

  it('pages, counts the whole zone on every page, and shows nothing past the end', async () => {
    const { preview } = await start();
    const page = (number: string) => preview(selector, { page: number, per_page: '5' });
    expect((await page('1')).result.operations).toHaveLength(5);
    const second = await page('2');
    expect(second.result.operations).toHaveLength(1);
    expect(second.result).toMatchObject({ total: 6, included: 3, ignored: 3 });
    expect(second.result_info).toEqual({ page: 2, per_page: 5, count: 1, total_count: 6 });
    expect((await page('3')).result.operations).toEqual([]);
  });

  it('changes nothing', async () => {
    const { mock, params, preview } = await start();
    const zone = mock.world.zone(params.zone_id);
    const before = [zone?.operations.version, zone?.tokenRules.version];
    await preview(selector);
    expect([zone?.operations.version, zone?.tokenRules.version]).toEqual(before);
  });

  it.each([
    [[], ''],
    [null, ''],
    [{ include: [{ host: 'a.test' }] }, '/include/0/host'],
    [{ exclude: [{ operation_ids: ['x'] }] }, '/exclude/0/operation_ids/0'],
  ])('refuses the body %j', async (body, pointer) => {
    const { client, params } = await start();
    const reply = await client.send({
      method: 'POST',
      path: `/zones/${params.zone_id}/token_validation/rules/preview`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(refusalOf(reply)).toMatchObject({ status: 400, pointer });
  });

  it.each(['state=gone', 'method=get', 'page=0', 'per_page=51'])('refuses the query %s', async (query) => {
    const { client, params } = await start();
    const reply = await client.send({
      method: 'POST',
      path: `/zones/${params.zone_id}/token_validation/rules/preview?${query}`,
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(refusalOf(reply)).toMatchObject({ status: 400, code: 6010 });
  });

  it('is POST only, whatever the documentation prints', async () => {
    const { client, params } = await start();
    const path = `/zones/${params.zone_id}/token_validation/rules/preview`;
    expect((await client.send({ method: 'PUT', path, body: '{}' })).status).toBe(405);
  });

  it('is open to a token that may only read', async () => {
    const { mock, params } = await start();
    const reader = clientOf(mock, { token: mock.defaults.readToken });
    const reply = await reader.call('token-validation.rule.preview', { params, body: {} });
    expect(reply.status).toBe(200);
  });
});
