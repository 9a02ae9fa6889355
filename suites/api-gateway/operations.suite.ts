import { operationMethods } from '../../spec/services/api-gateway/endpoints.ts';
import { differ, equal, match, object, ok, oneOf } from '../harness/assertions.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { getResults, listed, operationBody, save, sendItem, sendSeveral, timestamp, uuid } from './saving.ts';

const neverGiven = '00000000-0000-4000-8000-000000000000';

/** Saving, reading and deleting operations. */
export const operationsSuite = defineSuite('api-gateway/operations', [
  test(['AG-OPS-1', 'AG-OPS-2'], 'saves several operations and returns all of them', async (t) => {
    const bodies = [
      operationBody(t, { endpoint: t.path('/one') }),
      operationBody(t, { endpoint: t.path('/two'), method: 'POST' }),
      operationBody(t, { endpoint: t.path('/three'), host: t.host('shop') }),
    ];
    const reply = await sendSeveral(t, bodies);
    t.expectSuccess(reply, 'the creation');
    const operations = getResults(reply).map((one) => object(one, 'an operation'));
    await t.check('AG-OPS-2', () => {
      const saved = operations.map(({ method, host, endpoint }) => `${method} ${host}${endpoint}`).sort();
      equal(saved, bodies.map((one) => `${one.method} ${one.host}${one.endpoint}`).sort(), 'the operations');
    });
    await t.check('AG-OPS-1', async () => {
      const ids = await listed(t);
      for (const { operation_id: id } of operations) oneOf(id, ids, 'the id of a saved operation');
    });
  }),
  {
    title: 'saves one operation with every member',
    requirements: ['AG-OPS-3', 'AG-OPS-10', 'AG-OPS-11', 'AG-OPS-12', 'AG-OPS-13', 'AG-OPS-14'],
    run: async (t) => {
      const body = operationBody(t, { method: 'PATCH', host: t.host('shop') });
      const reply = await sendItem(t, body);
      t.expectSuccess(reply, 'the creation');
      const result = object(object(reply.body, 'the body')['result'], 'result');
      await t.check('AG-OPS-10', () => match(result['operation_id'], uuid, 'result.operation_id'));
      await t.check('AG-OPS-11', () => equal(result['method'], body.method, 'result.method'));
      await t.check('AG-OPS-12', () => equal(result['host'], body.host, 'result.host'));
      await t.check('AG-OPS-13', () => equal(result['endpoint'], body.endpoint, 'result.endpoint'));
      await t.check('AG-OPS-14', () => match(result['last_updated'], timestamp, 'result.last_updated'));
      oneOf(result['operation_id'], await listed(t), 'the id of the saved operation');
    },
  },
  test(['AG-OPS-4', 'AG-OPS-5'], 'lists the operations of the zone and reads one of them', async (t) => {
    const operation = await save(t);
    await save(t, { endpoint: t.path('/other') });
    await t.check('AG-OPS-4', async () => {
      const operations = await t.list('api-gateway.operation.list');
      const found = operations.find((one) => object(one, 'one')['operation_id'] === operation.operation_id);
      equal(found, operation, 'the operation in the list');
    });
    await t.check('AG-OPS-5', async () => {
      const params = { zone_id: t.zoneId, operation_id: operation.operation_id };
      const { body } = await t.call('api-gateway.operation.get', { params });
      equal(body.result, operation, 'result');
    });
  }),
  test(['AG-OPS-6', 'AG-OPS-7'], 'deletes one operation and returns no result', async (t) => {
    const { operation_id } = await save(t);
    const kept = await save(t, { endpoint: t.path('/kept') });
    const params = { zone_id: t.zoneId, operation_id };
    const { body } = await t.call('api-gateway.operation.delete', { params });
    await t.check('AG-OPS-6', async () => {
      const ids = await listed(t);
      ok(!ids.includes(operation_id), 'the deleted operation is still listed');
      ok(ids.includes(kept.operation_id), 'the other operation is gone');
    });
    await t.check('AG-OPS-7', () => ok(!('result' in object(body, 'the body')), 'the answer has a result'));
  }),
  test(['AG-OPS-8', 'AG-OPS-9'], 'deletes several operations and returns no result', async (t) => {
    // In a new zone: no document says how a target chooses operations, so it may take all of them.
    const zone = await t.zone();
    const params = { zone_id: zone.id };
    const host = `api.${zone.name}`;
    const bodies = ['/one', '/two', '/three'].map((path) =>
      operationBody(t, { host, endpoint: t.path(path) }),
    );
    const saved = await t.call('api-gateway.operation.create', { params, body: bodies });
    const ids = saved.body.result.map(({ operation_id }) => operation_id);
    const [first, second] = ids;
    const body = [first, second].map((operation_id) => ({ operation_id }));
    const reply = await t.ask('api-gateway.operation.delete-many', { params, body });
    t.expectSuccess(reply, 'the deletion');
    await t.check('AG-OPS-8', async () => {
      const left = await t.call('api-gateway.operation.list', { params });
      for (const { operation_id } of left.body.result) {
        ok(operation_id !== first && operation_id !== second, `${operation_id} is still listed`);
      }
    });
    await t.check('AG-OPS-9', () =>
      ok(!('result' in object(reply.body, 'the body')), 'the answer has a result'),
    );
  }),
  test('AG-OPS-18', 'accepts each of the nine methods', async (t) => {
    for (const method of operationMethods) equal((await save(t, { method })).method, method, 'result.method');
  }),
  test('AG-OPS-21', 'refuses an endpoint of more than 4,096 characters', async (t) => {
    const start = t.path('/');
    const sized = (length: number) => operationBody(t, { endpoint: start.padEnd(length, 'e') });
    await t.refused({
      good: () => sendItem(t, sized(4096)),
      bad: () => sendItem(t, sized(4097)),
      pointer: '/endpoint',
      snapshot: () => t.snapshot('operation'),
    });
  }),
  test('AG-OPS-34', 'saves none when one of several is faulty', async (t) => {
    const several = (...names: string[]) => names.map((name) => operationBody(t, { endpoint: t.path(name) }));
    await t.refused({
      good: () => sendSeveral(t, several('/one', '/two')),
      bad: () => sendSeveral(t, [...several('/three', '/four'), { ...operationBody(t), host: 'not a host' }]),
      pointer: '/2/host',
      snapshot: () => t.snapshot('operation'),
    });
  }),
  test('AG-OPS-28', 'refuses to change an operation', async (t) => {
    const { operation_id } = await save(t);
    const path = `/zones/${t.zoneId}/api_gateway/operations/${operation_id}`;
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ method: 'POST' });
    await t.unchanged(
      async () => t.expectFailure(await t.send({ method: 'PATCH', path, headers, body })),
      () => t.snapshot('operation'),
    );
    t.expectSuccess(await t.send({ method: 'GET', path }), 'reading the operation');
  }),
  test(
    ['AG-OPS-29', 'AG-OPS-30'],
    'returns status 404 and code 10404 for an unknown operation',
    async (t) => {
      const params = { zone_id: t.zoneId, operation_id: neverGiven };
      for (const id of ['api-gateway.operation.get', 'api-gateway.operation.delete'] as const) {
        const reply = await t.ask(id, { params });
        await t.check('AG-OPS-29', () => equal(reply.status, 404, 'the status'));
        await t.check('AG-OPS-30', () => t.expectFailure(reply, { code: 10404 }));
      }
    },
  ),
  test('AG-OPS-31', 'returns code 7003 for an operation id that is not a UUID', async (t) => {
    for (const operation_id of ['1', 'orders', '0'.repeat(32), `${neverGiven}0`]) {
      const reply = await t.ask('api-gateway.operation.get', {
        params: { zone_id: t.zoneId, operation_id },
      });
      t.expectFailure(reply, { code: 7003 });
    }
  }),
  test('AG-LIM-1', 'stores more than 500 operations in a zone', async (t) => {
    const zone = await t.zone();
    const host = `api.${zone.name}`;
    const body = Array.from({ length: 501 }, (_, index) =>
      operationBody(t, { host, endpoint: t.path(`/many/${index}`) }),
    );
    const params = { zone_id: zone.id };
    await t.call('api-gateway.operation.create', { params, body });
    const { body: list } = await t.call('api-gateway.operation.list', { params });
    const info = object(list.result_info, 'result_info');
    ok(Number(info['total_count']) > 500, `the zone contains ${info['total_count']} operations`);
    differ(list.result, [], 'result');
  }),
]);
