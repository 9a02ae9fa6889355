import type { Reply } from '../../spec/client.ts';
import type { OperationId } from '../../spec/contract.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { array, equal, isObject, object, ok, show } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import type { Zone } from '../harness/creation.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';

type Id = KnownRequirementId;

/** Number of records for {@link lists}: one more than the smallest page. */
const made = 6;

/** An expression without a configuration, since the one of the test is in another zone. */
const never = 'not http.host eq "never.example.com"';

interface List {
  readonly what: string;
  readonly id: OperationId;
  /** Fills a new zone with {@link made} records. */
  readonly fill: (t: TestContext, zone: Zone) => Promise<unknown>;
}

const lists: readonly List[] = [
  {
    what: 'configurations',
    id: 'token-validation.config.list',
    fill: async (t, { id: zone_id }) => {
      for (let count = 0; count < made; count++) {
        await t.call('token-validation.config.create', { params: { zone_id }, body: t.configBody() });
      }
    },
  },
  {
    what: 'rules',
    id: 'token-validation.rule.list',
    fill: async (t, { id: zone_id, name }) => {
      const selector = { include: [{ host: [`api.${name}`] }] };
      const rule = await t.ruleBody({ enabled: false, expression: never, selector });
      const body = Array.from({ length: made }, () => ({ ...rule, title: t.title() }));
      return t.call('token-validation.rule.bulk-create', { params: { zone_id }, body });
    },
  },
  {
    what: 'operations',
    id: 'api-gateway.operation.list',
    fill: (t, zone) => saveOperations(t, zone, made),
  },
];

const saveOperations = (t: TestContext, { id: zone_id, name }: Zone, count: number) =>
  t.call('api-gateway.operation.create', {
    params: { zone_id },
    body: Array.from({ length: count }, (_, index) => ({
      method: 'GET' as const,
      host: `api.${name}`,
      endpoint: t.path(`/page-${index}`),
    })),
  });

const getInfo = ({ body }: Reply) => object(object(body, 'the body')['result_info'], 'result_info');
const getResult = ({ body }: Reply) => array(isObject(body) ? body['result'] : undefined, 'result');

/** A test of each list, in a zone with exactly {@link made} records. */
const about = (
  title: string,
  requirements: readonly Id[],
  judge: (ask: (query: Readonly<Record<string, unknown>>) => Promise<Reply>, t: TestContext) => Promise<void>,
): Test<Id>[] =>
  lists.map(({ what, id, fill }) =>
    test(requirements, `${title}: ${what}`, async (t) => {
      const zone = await t.zone();
      await fill(t, zone);
      await judge((query) => t.ask(id, { params: { zone_id: zone.id }, query }), t);
    }),
  );

/** Pages of lists. */
export const pagesSuite = defineSuite('v4/pages', [
  ...about(
    'returns the page, its size, and the totals',
    ['V4-PAGE-1', 'V4-PAGE-2', 'V4-PAGE-3', 'V4-PAGE-4', 'V4-PAGE-5', 'V4-PAGE-9'],
    async (ask, t) => {
      const first = await ask({ page: 1, per_page: 5 });
      const second = await ask({ page: 2, per_page: 5 });
      for (const [reply, page, count] of [
        [first, 1, 5],
        [second, 2, 1],
      ] as const) {
        const info = getInfo(reply);
        await t.check('V4-PAGE-1', () => equal(info['page'], page, 'result_info.page'));
        await t.check('V4-PAGE-2', () => equal(info['per_page'], 5, 'result_info.per_page'));
        await t.check('V4-PAGE-3', () =>
          ok(Number.isInteger(info['count']), `result_info.count is ${show(info['count'])}`),
        );
        await t.check('V4-PAGE-4', () => equal(info['total_count'], made, 'result_info.total_count'));
        await t.check('V4-PAGE-5', () => equal(info['total_pages'], 2, 'result_info.total_pages'));
        await t.check('V4-PAGE-9', () => equal(info['count'], count, 'result_info.count'));
      }
    },
  ),
  ...about('returns an empty list for a page past the end', ['V4-PAGE-6', 'V4-PAGE-7'], async (ask, t) => {
    t.expectSuccess(await ask({ page: 2, per_page: 5 }), 'the last page');
    for (const page of [3, 1000]) {
      const reply = await ask({ page, per_page: 5 });
      await t.check('V4-PAGE-6', () => equal(reply.status, 200, `the status of page ${page}`));
      await t.check('V4-PAGE-7', () => equal(getResult(reply), [], `result of page ${page}`));
    }
  }),
  ...about('refuses a page that is not an integer', ['V4-PAGE-11'], async (ask, t) => {
    await t.refused({
      good: () => ask({ page: 1 }),
      bad: ['1.5', 'one', '1x', '0x1'].map((page) => ({
        what: `for page ${page}`,
        send: () => ask({ page }),
      })),
      snapshot: async () => getResult(await ask({})),
    });
  }),
  test('V4-PAGE-8', 'reads a repeated key as an array', async (t) => {
    const ids: string[] = [];
    for (const label of ['one', 'two', 'three']) {
      const { operation_id } = await t.operation({ host: t.host(label), endpoint: t.path('/array') });
      ids.push(operation_id);
    }
    const listed = async (...labels: string[]) => {
      const operations = await t.list('api-gateway.operation.list', {
        host: labels.map((label) => t.host(label)),
        endpoint: t.path('/array'),
      });
      return operations
        .map((operation) => ids.indexOf(String(object(operation, 'an operation')['operation_id'])))
        .sort();
    };
    equal(await listed('one'), [0], 'what one value selects');
    equal(await listed('one', 'three'), [0, 2], 'what two values select');
    equal(await listed('three', 'one', 'two'), [0, 1, 2], 'what three values select');
  }),
]);
