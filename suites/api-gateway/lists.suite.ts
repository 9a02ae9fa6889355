import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, object, oneOf } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import { listed, operationBody, resultsOf, save } from './saving.ts';

type Id = KnownRequirementId;

/** Four operations that differ in each member, in an order that no member sorts them in. */
async function four(t: TestContext): Promise<void> {
  await save(t, { method: 'POST', host: t.host('one'), endpoint: t.path('/cars/new') });
  await save(t, { method: 'DELETE', host: t.host('two'), endpoint: t.path('/bikes') });
  await save(t, { method: 'GET', host: t.host('two'), endpoint: t.path('/cars') });
  await save(t, { method: 'PUT', host: t.host('four'), endpoint: t.path('/ads') });
}

/** What a query selects, as the last parts of the endpoints. */
const selected = async (t: TestContext, query: Readonly<Record<string, unknown>>): Promise<string[]> =>
  (await listed(t, query, 'endpoint'))
    .map((endpoint) => String(endpoint).slice(t.path('/').length - 1))
    .sort();

const bounds = (title: string, requirement: Id, good: number, bad: readonly number[]): Test<Id> => ({
  title,
  requirements: [requirement],
  run: async (t) => {
    const ask = (per_page: number) =>
      t.ask('api-gateway.operation.list', { params: { zone_id: t.zoneId }, query: { per_page } });
    await t.refused({
      good: () => ask(good),
      bad: bad.map((size) => ({ what: `for ${size} per page`, send: () => ask(size) })),
      snapshot: () => t.snapshot('operation'),
    });
  },
});

/** The list of operations: pages, filters and order. */
export const operationListsSuite = defineSuite({
  name: 'api-gateway/lists',
  tests: [
    {
      title: 'honours page and per_page',
      requirements: ['AG-LIST-1', 'AG-LIST-2'],
      run: async (t) => {
        const zone = await t.zone();
        const params = { zone_id: zone.id };
        const host = `api.${zone.name}`;
        const body = Array.from({ length: 7 }, (_, index) =>
          operationBody(t, { host, endpoint: t.path(`/${index}`) }),
        );
        await t.call('api-gateway.operation.create', { params, body });
        const page = async (number: number) =>
          resultsOf(
            await t.ask('api-gateway.operation.list', { params, query: { page: number, per_page: 5 } }),
          ).map((one) => String(object(one, 'an operation')['operation_id']));
        const [first, second] = [await page(1), await page(2)];
        await t.check('AG-LIST-2', () => equal(first.length, 5, 'the number of operations on page 1'));
        await t.check('AG-LIST-1', () => {
          equal(second.length, 2, 'the number of operations on page 2');
          equal(new Set([...first, ...second]).size, 7, 'the number of operations on both pages');
        });
      },
    },
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
    {
      title: 'is ordered as asked for, in both directions',
      requirements: ['AG-LIST-6', 'AG-LIST-7'],
      run: async (t) => {
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
      },
    },
    bounds('refuses fewer than 5 per page', 'AG-LIST-8', 5, [4, 1, 0]),
    bounds('refuses more than 50 per page', 'AG-LIST-9', 50, [51, 1000]),
  ],
});
