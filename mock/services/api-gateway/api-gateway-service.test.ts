import { describe, expect, it } from 'vitest';
import {
  apiGatewayLimits,
  operationMethods,
  operationSchema,
} from '../../../spec/services/api-gateway/schemas.ts';
import { createMock } from '../../create-mock.ts';
import { clientOf, refusalOf } from '../../testing/test-client.ts';

const host = 'api.example.localhost';

function start() {
  const mock = createMock();
  mock.clock.freeze(Date.UTC(2030, 0, 1));
  const params = { zone_id: mock.defaults.zoneId };
  const client = clientOf(mock);
  const save = async (...endpoints: readonly string[]) => {
    const body = endpoints.map((endpoint) => ({ method: 'GET' as const, host, endpoint }));
    return (await client.call('api-gateway.operation.create', { params, body })).body.result;
  };
  const endpoints = async () =>
    (await client.call('api-gateway.operation.list', { params })).body.result.map(({ endpoint }) => endpoint);
  return { mock, params, client, save, endpoints };
}

describe('saving operations', () => {
  it('answers 200 and the operation as it is kept', async () => {
    const { client, params } = start();
    const body = { method: 'GET', host: 'API.example.localhost', endpoint: '/users/{id}' } as const;
    const reply = await client.call('api-gateway.operation.create-item', { params, body });
    expect(reply.status).toBe(200);
    const operation = operationSchema.strict().parse(reply.body.result);
    expect(operation).toMatchObject({
      method: 'GET',
      host,
      endpoint: '/users/{var1}',
      last_updated: '2030-01-01T00:00:00.000000Z',
    });
    const { operation_id } = operation;
    const read = await client.call('api-gateway.operation.get', { params: { ...params, operation_id } });
    expect(read.body.result).toEqual(operation);
  });

  it('answers several in the order of the request', async () => {
    const { save, endpoints } = start();
    expect((await save('/b', '/a', '/c')).map(({ endpoint }) => endpoint)).toEqual(['/b', '/a', '/c']);
    expect(await endpoints()).toEqual(['/b', '/a', '/c']);
  });

  it.each(operationMethods)('takes the method %s', async (method) => {
    const { client, params } = start();
    const { body } = await client.call('api-gateway.operation.create-item', {
      params,
      body: { method, host, endpoint: '/' },
    });
    expect(body.result.method).toBe(method);
  });

  it('answers one that exists with its id, freshly dated', async () => {
    const { mock, save, endpoints } = start();
    const [first] = await save('/users/{id}');
    mock.clock.advance(60);
    const [again] = await save('/users/{name}');
    expect(again).toEqual({ ...first, last_updated: '2030-01-01T00:01:00.000000Z' });
    expect(await endpoints()).toEqual(['/users/{var1}']);
  });

  it('keeps one that stands twice in a request once, and answers it twice', async () => {
    const { save, endpoints } = start();
    const [first, second] = await save('/a/{x}', '/a/./{y}');
    expect(second).toEqual(first);
    expect(await endpoints()).toEqual(['/a/{var1}']);
  });

  it('saves none when one is faulty', async () => {
    const { client, params, endpoints } = start();
    const body = [
      { method: 'GET' as const, host, endpoint: '/a' },
      { method: 'GET' as const, host, endpoint: 'b' },
    ];
    const reply = await client.call('api-gateway.operation.create', { params, body });
    expect(refusalOf(reply)).toMatchObject({ status: 400, pointer: '/1/endpoint' });
    expect(await endpoints()).toEqual([]);
  });

  it.each([
    ['a method in lower case', { method: 'get' }, '/method'],
    ['a method that is none', { method: 'FETCH' }, '/method'],
    ['a variable that fills part of a label', { host: 'foo-{hostVar1}.example.com' }, '/host'],
    ['a host with a port', { host: 'a.test:80' }, '/host'],
    ['a host with an empty label', { host: 'a..test' }, '/host'],
    ['a host of 256 characters', { host: `${'a.'.repeat(126)}test` }, '/host'],
    ['an empty host', { host: '' }, '/host'],
    ['an endpoint without a slash', { endpoint: 'login' }, '/endpoint'],
    ['an endpoint with a query', { endpoint: '/a?b' }, '/endpoint'],
    ['an endpoint with a space', { endpoint: '/a b' }, '/endpoint'],
    ['an unbalanced variable', { endpoint: '/{a' }, '/endpoint'],
    ['an empty variable', { endpoint: '/{}' }, '/endpoint'],
    ['a variable over two segments', { endpoint: '/{a/b}' }, '/endpoint'],
    ['an endpoint of 4,097 characters', { endpoint: `/${'a'.repeat(4096)}` }, '/endpoint'],
  ])('refuses %s', async (_, part, pointer) => {
    const { client, params, endpoints } = start();
    const reply = await client.send({
      method: 'POST',
      path: `/zones/${params.zone_id}/api_gateway/operations/item`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ method: 'GET', host, endpoint: '/', ...part }),
    });
    expect(refusalOf(reply)).toMatchObject({ status: 400, pointer });
    expect(await endpoints()).toEqual([]);
  });

  it('takes an endpoint of 4,096 characters and a host with variables', async () => {
    const { client, params } = start();
    const { status } = await client.call('api-gateway.operation.create', {
      params,
      body: [
        { method: 'GET', host, endpoint: `/${'a'.repeat(4095)}` },
        { method: 'GET', host: '{hostVar2}.{hostVar1}.example.com', endpoint: '/' },
      ],
    });
    expect(status).toBe(200);
  });

  it('holds as many as the plan allows, counts one that exists once, and refuses one more', async () => {
    const { mock, client, params, save } = start();
    const limit = apiGatewayLimits.operationsPerZone;
    const body = Array.from({ length: limit }, (_, n) => ({
      method: 'GET' as const,
      host,
      endpoint: `/${n}`,
    }));
    const full = await client.call('api-gateway.operation.create', { params, body });
    expect(full.body.result).toHaveLength(10_000);
    expect(await save('/0')).toMatchObject([{ operation_id: full.body.result[0]?.operation_id }]);
    const next = [
      { method: 'GET' as const, host, endpoint: '/0' },
      { method: 'GET' as const, host, endpoint: '/more' },
    ];
    const reply = await client.call('api-gateway.operation.create', { params, body: next });
    expect(refusalOf(reply)).toMatchObject({
      status: 400,
      code: 10411,
      message: 'This zone would have 10001 operations, and 10000 are allowed: delete some first',
    });
    expect(mock.world.zone(params.zone_id)?.operations.size).toBe(limit);
  });
});

describe('listing operations', () => {
  it('pages, and answers a page past the end with nothing', async () => {
    const { client, params, save } = start();
    await save(...Array.from({ length: 12 }, (_, n) => `/${n}`));
    const page = async (number: string) =>
      (await client.call('api-gateway.operation.list', { params, query: { page: number, per_page: '5' } }))
        .body;
    expect((await page('3')).result.map(({ endpoint }) => endpoint)).toEqual(['/10', '/11']);
    expect(await page('4')).toMatchObject({
      result: [],
      result_info: { page: 4, per_page: 5, count: 0, total_count: 12, total_pages: 3 },
    });
  });

  it('takes every parameter that the platform has', async () => {
    const { client, params, save } = start();
    await save('/a', '/b');
    const { body } = await client.call('api-gateway.operation.list', {
      params,
      query: {
        host: [host, 'other.test'],
        method: ['GET'],
        endpoint: '/',
        order: 'endpoint',
        direction: 'desc',
        feature: ['thresholds', 'parameter_schemas', 'schema_info', 'confidence_intervals'],
      },
    });
    expect(body).toMatchObject({ result: [{ endpoint: '/b' }, { endpoint: '/a' }] });
  });
});

describe('deleting operations', () => {
  it('answers an envelope without a result', async () => {
    const { client, params, save, endpoints } = start();
    const [first] = await save('/a', '/b');
    const operation_id = first?.operation_id ?? '';
    const one = await client.call('api-gateway.operation.delete', { params: { ...params, operation_id } });
    expect(JSON.parse(one.text)).toEqual({ success: true, errors: [], messages: [] });
    expect(await endpoints()).toEqual(['/b']);
    const many = await client.call('api-gateway.operation.delete-many', { params });
    expect(JSON.parse(many.text)).toEqual({ success: true, errors: [], messages: [] });
    expect(await endpoints()).toEqual([]);
  });

  it('deletes those named in the body, or none when one is unknown', async () => {
    const { client, params, save, endpoints } = start();
    const [a, b] = await save('/a', '/b', '/c');
    const ids = [a, b].map((operation) => ({ operation_id: operation?.operation_id ?? '' }));
    const unknown = '4a7ee8d3-dd63-4ceb-9d5f-c27831854ce7';
    const refused = await client.call('api-gateway.operation.delete-many', {
      params,
      body: [...ids, { operation_id: unknown }],
    });
    expect(refusalOf(refused)).toEqual({
      status: 404,
      code: 10404,
      message: `No operation ${unknown} in this zone`,
      pointer: '/2/operation_id',
    });
    expect(await endpoints()).toEqual(['/a', '/b', '/c']);
    await client.call('api-gateway.operation.delete-many', { params, body: ids });
    expect(await endpoints()).toEqual(['/c']);
  });

  it('deletes those that the filters select, and none for an empty list', async () => {
    const { client, params, save, endpoints } = start();
    await save('/a/1', '/a/2', '/b');
    await client.call('api-gateway.operation.delete-many', { params, body: [] });
    expect(await endpoints()).toHaveLength(3);
    await client.call('api-gateway.operation.delete-many', { params, query: { endpoint: '/a/' } });
    expect(await endpoints()).toEqual(['/b']);
  });

  it.each(['get', 'delete'] as const)('answers 404 and 10404 for an unknown id: %s', async (verb) => {
    const { client, params } = start();
    const operation_id = '4a7ee8d3-dd63-4ceb-9d5f-c27831854ce7';
    const reply = await client.call(`api-gateway.operation.${verb}`, { params: { ...params, operation_id } });
    expect(refusalOf(reply)).toMatchObject({ status: 404, code: 10404 });
  });

  it('finds an id in upper case', async () => {
    const { client, params, save } = start();
    const [first] = await save('/a');
    const operation_id = first?.operation_id.toUpperCase() ?? '';
    const reply = await client.call('api-gateway.operation.get', { params: { ...params, operation_id } });
    expect(reply.body.result).toEqual(first);
  });
});
