import { differ, equal, object, ok, oneOf } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { expectPageSizes } from '../harness/page-sizes.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { getResults, listed, operationBody, save, sendItem } from './saving.ts';

/** Four operations that differ in each member, in an order that is not sorted by any member. */
async function four(t: TestContext): Promise<void> {
  await save(t, { method: 'POST', host: t.host('one'), endpoint: t.path('/cars/new') });
  await save(t, { method: 'DELETE', host: t.host('two'), endpoint: t.path('/bikes') });
  await save(t, { method: 'GET', host: t.host('two'), endpoint: t.path('/cars') });
  await save(t, { method: 'PUT', host: t.host('four'), endpoint: t.path('/ads') });
}

/** The operations that a query selects, as the last parts of their endpoints. */
const selected = async (t: TestContext, query: Readonly<Record<string, unknown>>): Promise<string[]> =>
  (await listed(t, query, 'endpoint'))
    .map((endpoint) => String(endpoint).slice(t.path('/').length - 1))
    .sort();

/** The list of operations: pages, filters and order. */
export const operationListsSuite = defineSuite('api-gateway/lists', [
  test(['AG-LIST-1', 'AG-LIST-2'], 'honours page and per_page', async (t) => {
    const zone = await t.zone();
    const params = { zone_id: zone.id };
    const host = `api.${zone.name}`;
    const body = Array.from({ length: 7 }, (_, index) =>
      operationBody(t, { host, endpoint: t.path(`/${index}`) }),
    );
    await t.call('api-gateway.operation.create', { params, body });
    const page = async (number: number) =>
      getResults(
        await t.ask('api-gateway.operation.list', { params, query: { page: number, per_page: 5 } }),
      ).map((one) => String(object(one, 'an operation')['operation_id']));
    const [first, second] = [await page(1), await page(2)];
    await t.check('AG-LIST-2', () => equal(first.length, 5, 'the number of operations on page 1'));
    await t.check('AG-LIST-1', () => {
      equal(second.length, 2, 'the number of operations on page 2');
      equal(new Set([...first, ...second]).size, 7, 'the number of operations on both pages');
    });
  }),
  {
    title: 'filters by host, by method and by a part of the endpoint',
    requirements: ['AG-LIST-3', 'AG-LIST-4', 'AG-LIST-5'],
    run: async (t) => {
      await four(t);
      await t.check('AG-LIST-3', async () => {
        equal(
          await selected(t, { host: [t.host('two')] }),
          ['/bikes', '/cars'],
          'the operations of one host',
        );
        equal(await selected(t, { host: [t.host('three')] }), [], 'the operations of a host without any');
      });
      await t.check('AG-LIST-4', async () => {
        equal(await selected(t, { method: ['GET'] }), ['/cars'], 'the operations with GET');
        equal(await selected(t, { method: ['GET', 'PUT'] }), ['/ads', '/cars'], 'those with GET or PUT');
      });
      await t.check('AG-LIST-5', async () => {
        equal(await selected(t, { endpoint: '/cars' }), ['/cars', '/cars/new'], 'the endpoints with /cars');
        equal(await selected(t, { endpoint: 'ike' }), ['/bikes'], 'the endpoints with ike');
      });
    },
  },
  test(['AG-LIST-6', 'AG-LIST-7'], 'orders the list as requested, in both directions', async (t) => {
    await four(t);
    const expected = {
      method: ['DELETE', 'GET', 'POST', 'PUT'],
      host: ['four', 'one', 'two', 'two'].map((label) => t.host(label)),
      endpoint: ['/ads', '/bikes', '/cars', '/cars/new'].map((path) => t.path(path)),
    };
    for (const [order, values] of Object.entries(expected)) {
      await t.check('AG-LIST-6', async () =>
        equal(await listed(t, { order, direction: 'asc' }, order), values, `the list by ${order}`),
      );
      await t.check('AG-LIST-7', async () =>
        equal(
          await listed(t, { order, direction: 'desc' }, order),
          values.toReversed(),
          `the list by ${order}, descending`,
        ),
      );
    }
    oneOf((await listed(t)).length, [4], 'the number of operations');
  }),
  test(['AG-LIST-8', 'AG-LIST-9'], 'honours the documented range of per_page', async (t) => {
    const zone = await t.zone();
    const params = { zone_id: zone.id };
    const body = Array.from({ length: 51 }, (_, index) =>
      operationBody(t, { host: `api.${zone.name}`, endpoint: t.path(`/${index}`) }),
    );
    await t.call('api-gateway.operation.create', { params, body });
    const ask = (per_page: number) => t.ask('api-gateway.operation.list', { params, query: { per_page } });
    await t.check('AG-LIST-8', () => expectPageSizes(ask, [4, 1, 0], { least: 5 }));
    await t.check('AG-LIST-9', () => expectPageSizes(ask, [51, 1000], { most: 50 }));
  }),
]);

/** The stored form of operations, and which of them count as the same. */
export const normalisationSuite = defineSuite('api-gateway/normalisation', [
  test('AG-OPS-22', 'renames the variables of an endpoint from left to right', async (t) => {
    for (const [sent, stored] of [
      ['/users/{id}', '/users/{var1}'],
      ['/users/{user_id}/orders/{order_id}', '/users/{var1}/orders/{var2}'],
      ['/{b}/{a}/{c}', '/{var1}/{var2}/{var3}'],
      ['/swapped/{var2}/{var1}', '/swapped/{var1}/{var2}'],
    ] as const) {
      equal((await save(t, { endpoint: t.path(sent) })).endpoint, t.path(stored), 'result.endpoint');
    }
  }),
  {
    title: 'returns an existing operation and refreshes it',
    requirements: ['AG-OPS-23', 'AG-OPS-24'],
    // It moves the clock of a target that has one, instead of waiting.
    exclusive: 'account',
    run: async (t) => {
      const first = await save(t);
      const count = (await listed(t)).length;
      // Timestamps need not have a fraction, so the next one differs a second later.
      if (t.has('clock')) await t.clock.advance(2);
      else await new Promise((resolve) => setTimeout(resolve, 1_100));
      const second = await save(t);
      await t.check('AG-OPS-23', async () => {
        equal(second.operation_id, first.operation_id, 'result.operation_id');
        equal((await listed(t)).length, count, 'the number of operations');
      });
      await t.check('AG-OPS-24', () =>
        ok(
          Date.parse(second.last_updated) > Date.parse(first.last_updated),
          `last_updated was ${first.last_updated} and is ${second.last_updated}`,
        ),
      );
    },
  },
  test(
    'AG-OPS-25',
    'treats endpoints that only differ in the names of variables as one operation',
    async (t) => {
      const first = await save(t, { endpoint: t.path('/users/{id}') });
      const second = await save(t, { endpoint: t.path('/users/{user}') });
      equal(second.operation_id, first.operation_id, 'result.operation_id');
      for (const other of [
        { endpoint: t.path('/users/{id}/orders') },
        { endpoint: t.path('/users/id') },
        { endpoint: t.path('/users/{id}'), method: 'POST' as const },
        { endpoint: t.path('/users/{id}'), host: t.host('shop') },
      ]) {
        differ((await save(t, other)).operation_id, first.operation_id, 'the id of another operation');
      }
    },
  ),
  test(['AG-OPS-26', 'AG-OPS-27'], 'accepts only host variables that fill a label', async (t) => {
    const zone = t.host('').slice(1);
    const hosts = [`{hostVar1}.${zone}`, `foo.{hostVar1}.${zone}`, `{hostVar2}.{hostVar1}.${zone}`];
    await t.check('AG-OPS-26', async () => {
      for (const host of hosts) {
        const { operation_id } = await save(t, { host });
        oneOf(operation_id, await listed(t), 'the id of the operation');
      }
    });
    await t.check('AG-OPS-27', () =>
      t.refused({
        good: () => sendItem(t, operationBody(t, { host: `foo.${zone}` })),
        bad: [`foo-{hostVar1}.${zone}`, `{hostVar1}-foo.${zone}`, `{a}{b}.${zone}`].map((host) => ({
          what: `for ${host}`,
          pointer: '/host',
          send: () => sendItem(t, operationBody(t, { host })),
        })),
        snapshot: () => t.snapshot('operation'),
      }),
    );
  }),
  test('AG-OPS-35', 'returns a host in lower case', async (t) => {
    const upper = await save(t, { host: t.host().toUpperCase() });
    equal(upper.host, t.host(), 'result.host');
    const lower = await save(t);
    equal(lower.operation_id, upper.operation_id, 'the id of the same operation in lower case');
  }),
]);
