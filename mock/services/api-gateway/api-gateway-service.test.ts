import { describe, expect, it } from 'vitest';
import { apiGatewayLimits } from '../../../spec/services/api-gateway/endpoints.ts';
import { createMock } from '../../assembly/create-mock.ts';
import { getClient, getRefusal } from '../../assembly/testing/test-client.ts';
import { normalizeOperation } from './api-gateway-service.ts';

const host = 'api.example.localhost';

function start() {
  const mock = createMock();
  mock.clock.freeze(Date.UTC(2030, 0, 1));
  const params = { zone_id: mock.defaults.zoneId };
  const client = getClient(mock);
  const save = async (...endpoints: readonly string[]) => {
    const body = endpoints.map((endpoint) => ({ method: 'GET' as const, host, endpoint }));
    return (await client.call('api-gateway.operation.create', { params, body })).body.result;
  };
  const endpoints = async () =>
    (await client.call('api-gateway.operation.list', { params })).body.result.map(({ endpoint }) => endpoint);
  return { mock, params, client, save, endpoints };
}

describe('saving operations', () => {
  it('allows as many as the plan does, counts an existing one once, and refuses one more', async () => {
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
    expect(getRefusal(reply)).toMatchObject({
      status: 400,
      code: 10411,
      message: 'This zone would have 10001 operations, and the limit is 10000: delete some first',
    });
    expect(mock.world.zone(params.zone_id)?.operations.size).toBe(limit);
  });
});

const getEndpoint = (endpoint: string) =>
  normalizeOperation({ method: 'GET', host: 'a.test', endpoint }).endpoint;

describe('normalizeOperation', () => {
  it.each([
    ['/', '/'],
    ['/users/{id}', '/users/{var1}'],
    ['/{a}/x/{b}/{a}', '/{var1}/x/{var2}/{var3}'],
    ['/files/{name}.json', '/files/{var1}.json'],
    ['/{from}-{to}', '/{var1}-{var2}'],
    ['/{any thing}', '/{var1}'],
    ['/{name%2F}', '/{var1}'],
    ['/a/./b/../c', '/a/c'],
    ['/a/..', '/'],
    ['/../../a', '/a'],
    ['/{x}/../{y}', '/{var2}'],
    ['/a/%2e%2E/b', '/b'],
    ['/%7euser', '/~user'],
    ['/%61%62c', '/abc'],
    ['/a%2fb', '/a%2Fb'],
    ['/caf\u00e9', '/caf%C3%A9'],
    ['/caf%c3%a9', '/caf%C3%A9'],
    ['/\u{1f600}', '/%F0%9F%98%80'],
    ['/a/', '/a/'],
    ['/a//b', '/a//b'],
  ])('writes the endpoint %s as %s', (endpoint, normalized) => {
    expect(getEndpoint(endpoint)).toBe(normalized);
  });

  it('encodes half a surrogate pair as the replacement character', () => {
    expect(getEndpoint('/\ud83d')).toBe('/%EF%BF%BD');
  });
});
