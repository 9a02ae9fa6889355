import { array, equal, match, object, ok, oneOf, show } from '../harness/assertions.ts';
import { succeeded } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { lackOfWay } from '../harness/needed/routes.ts';
import { defineSuite, test } from '../harness/suite.ts';
import {
  allOperations,
  distinct,
  getOperations,
  getPage,
  getPreview,
  operationIn,
  pageWithInfo,
} from './preview.ts';
import {
  anyTimestamp,
  editRule,
  getMeaning,
  getResult,
  getSelector,
  listedRules,
  type Members,
  makeRule,
  needsWorking,
  undefinedIfSkipped,
  uuid,
} from './requests.ts';

/** Three operations on two hosts, and a selector that includes, excludes and ignores one of each. */
async function scene(t: TestContext) {
  const operation = (label: string, path: string) => ({ label, path, method: 'any' }) as const;
  const [orders, login, other, logout] = await t.operations(
    operation('inside', '/orders'),
    operation('inside', '/login'),
    operation('outside', '/orders'),
    operation('outside', '/logout'),
  );
  const [inside, outside] = [orders.host, other.host];
  const selector = {
    include: [{ host: [inside] }],
    exclude: [{ operation_ids: [login.operation_id, logout.operation_id] }],
  };
  return { inside, outside, orders, login, other, logout, selector };
}

const states = ['included', 'excluded', 'ignored'] as const;

/**
 * Makes the zone have so many operations: saves them in one call, or uses the existing ones if the target saves none.
 */
async function manyOperations(t: TestContext, count: number): Promise<Members[]> {
  const body = Array.from({ length: count }, (_, at) => ({
    method: 'GET' as const,
    host: t.host(),
    endpoint: t.path(`/many/${at}`),
  }));
  const reply = await t.ask('api-gateway.operation.create', { params: { zone_id: t.zoneId }, body });
  if (succeeded(reply)) return array(getResult(reply), 'result').map((one) => object(one, 'an operation'));
  const there = await allOperations(t, {});
  if (there.length >= count) return there;
  const lack = lackOfWay('save several operations', 'operations');
  return t.skip(`${lack}: the test needs ${count}, and the zone has ${there.length}`);
}

const idsOn = async (t: TestContext, query: Readonly<Record<string, unknown>>) =>
  getOperations(await getPreview(t, {}, query)).map(({ operation_id }) => operation_id);

/** The sum of values that should be numbers. */
const sum = (values: readonly unknown[]) => values.reduce<number>((total, value) => total + Number(value), 0);

function isCount(info: Readonly<Record<string, unknown>>, member: string): void {
  const value = info[member];
  ok(Number.isInteger(value) && Number(value) > 0, `result_info.${member} is ${value}, expected a count`);
}

/** Previews of a selector: their operations, sums and pages. */
export const previewsSuite = defineSuite('token-validation/previews', [
  {
    title: 'shows which operations a selector includes, excludes and ignores',
    requirements: [
      'TV-PREV-1',
      'TV-PREV-9',
      'TV-PREV-20',
      'TV-PREV-21',
      'TV-PREV-22',
      'TV-PREV-23',
      'TV-OP-6',
    ],
    run: async (t) => {
      const { orders, login, other, logout, selector } = await scene(t);
      await t.check('TV-PREV-9', async () =>
        array((await getPreview(t, selector))['operations'], 'result.operations'),
      );
      const operations = await allOperations(t, selector);
      const state = ({ operation_id }: { operation_id: string }) =>
        operationIn(operations, operation_id)['state'];
      await t.check('TV-PREV-1', () => {
        // Whatever the names of the states, a preview of another selector would not distinguish the three.
        const states = new Set([orders, login, other].map(state));
        equal(
          states.size,
          3,
          'the number of different states of an included, an excluded and an ignored operation',
        );
      });
      await t.check('TV-PREV-20', () => equal(state(orders), 'included', 'the state of an included one'));
      await t.check('TV-PREV-21', () => equal(state(login), 'excluded', 'the state of an excluded one'));
      await t.check('TV-PREV-22', () => equal(state(other), 'ignored', 'the state of an ignored one'));
      await t.check('TV-PREV-23', () =>
        equal(state(logout), 'excluded', 'the state of an excluded one on another host'),
      );
      await t.check('TV-OP-6', () => {
        for (const operation of operations) oneOf(operation['state'], states, 'the state of an operation');
      });
    },
  },
  {
    title: 'counts operations by state and names their hosts',
    requirements: [
      'TV-PREV-10',
      'TV-PREV-11',
      'TV-PREV-12',
      'TV-PREV-13',
      'TV-PREV-14',
      'TV-PREV-15',
      'TV-PREV-24',
      'TV-PREV-31',
    ],
    run: async (t) => {
      const { inside, outside, selector } = await scene(t);
      const preview = await getPreview(t, selector);
      const operations = await allOperations(t, selector);
      const inState = (state: string) => operations.filter((operation) => operation['state'] === state);
      await t.check('TV-PREV-10', () =>
        ok(Number.isInteger(preview['total']), `result.total is ${preview['total']}, expected an integer`),
      );
      for (const [id, state] of [
        ['TV-PREV-11', 'included'],
        ['TV-PREV-12', 'excluded'],
        ['TV-PREV-13', 'ignored'],
      ] as const) {
        // The seed does not say whether it counts this page or the zone.
        const onPage = getOperations(preview).filter((operation) => operation['state'] === state);
        await t.check(id, () =>
          oneOf(preview[state], [inState(state).length, onPage.length], `result.${state}`),
        );
      }
      const selected = array(preview['selected_hosts'], 'result.selected_hosts');
      const available = array(preview['available_hosts'], 'result.available_hosts');
      await t.check('TV-PREV-14', () => {
        const hosts = distinct(inState('included').map(({ host }) => host));
        equal(distinct(selected), hosts, 'result.selected_hosts');
        equal(hosts, [inside], 'the hosts of the included operations');
      });
      await t.check('TV-PREV-15', () => {
        equal(distinct(available), distinct(operations.map(({ host }) => host)), 'result.available_hosts');
        ok(available.includes(inside) && available.includes(outside), 'a host with operations is missing');
      });
      await t.check('TV-PREV-24', () => equal(preview['total'], operations.length, 'result.total'));
      await t.check('TV-PREV-31', () =>
        equal(available.toSorted(), distinct(available), 'result.available_hosts'),
      );
    },
  },
  test(['TV-PREV-3', 'TV-PREV-15'], 'names the hosts of operations on other pages', async (t) => {
    const { inside, outside } = await scene(t);
    await manyOperations(t, 8);
    const hosts = distinct((await allOperations(t, {})).map(({ host }) => host));
    for (const [id, selector] of [
      ['TV-PREV-3', {}],
      ['TV-PREV-15', { include: [{ host: [inside] }] }],
    ] as const) {
      await t.check(id, async () => {
        for (const page of [1, 2]) {
          const preview = await getPreview(t, selector, { page, per_page: 5 });
          const available = array(preview['available_hosts'], 'result.available_hosts');
          equal(distinct(available), hosts, `result.available_hosts of page ${page}`);
        }
      });
    }
    ok(hosts.includes(outside), 'an operation is missing');
  }),
  test('TV-PREV-14', 'selects no host without an operation to include', async (t) => {
    const { inside, outside } = await scene(t);
    const excluded = (await allOperations(t, {})).filter(({ host }) => host === outside);
    const preview = await getPreview(t, {
      include: [{ host: [inside, outside, t.host('empty')] }],
      exclude: [{ operation_ids: excluded.map(({ operation_id }) => operation_id) }],
    });
    const selected = array(preview['selected_hosts'], 'result.selected_hosts');
    equal(distinct(selected), [inside], 'result.selected_hosts');
  }),
  test(['TV-PREV-14', 'TV-PREV-15'], 'selects nothing with an exclude alone', async (t) => {
    const { inside, outside, orders } = await scene(t);
    const preview = await getPreview(t, { exclude: [{ operation_ids: [orders.operation_id] }] });
    equal(preview['selected_hosts'], [], 'result.selected_hosts');
    const available = array(preview['available_hosts'], 'result.available_hosts');
    ok(available.includes(inside) && available.includes(outside), 'a host with operations is missing');
  }),
  {
    title: 'lists all operations and hosts of the zone for an empty selector',
    requirements: ['TV-PREV-2', 'TV-PREV-3'],
    run: async (t) => {
      const { inside, outside, orders, login, other, logout } = await scene(t);
      const operations = await allOperations(t, {});
      await t.check('TV-PREV-2', () => {
        for (const { operation_id } of [orders, login, other, logout]) operationIn(operations, operation_id);
      });
      await t.check('TV-PREV-3', async () => {
        const available = array((await getPreview(t, {}))['available_hosts'], 'result.available_hosts');
        ok(available.includes(inside) && available.includes(outside), 'a host with operations is missing');
      });
    },
  },
  {
    title: 'shows every member of an operation',
    requirements: ['TV-OP-1', 'TV-OP-2', 'TV-OP-3', 'TV-OP-4', 'TV-OP-5', 'TV-OP-7'],
    run: async (t) => {
      const endpoint = t.path('/users/{user}/orders/{order}');
      const wanted = { method: 'DELETE', host: t.host('members'), endpoint } as const;
      const saved = await t.operation(wanted).catch(undefinedIfSkipped);
      const all = await allOperations(t, {});
      // If none can be saved, the existing ones show the form of each member.
      const shown = saved ? [operationIn(all, saved.operation_id)] : all;
      if (shown.length === 0) t.skip(lackOfWay('save operations of a zone', 'operations'));
      for (const operation of shown) {
        await t.check('TV-OP-1', () => match(operation['operation_id'], /./, 'operation_id'));
        await t.check('TV-OP-7', () => match(operation['operation_id'], uuid, 'operation_id'));
        await t.check('TV-OP-2', () => match(operation['method'], saved ? /^DELETE$/ : /^[A-Z]+$/, 'method'));
        await t.check('TV-OP-3', () => {
          match(operation['host'], /./, 'host');
          if (saved) equal(operation['host'], wanted.host, 'host');
        });
        await t.check('TV-OP-4', () => {
          match(operation['endpoint'], /^\//, 'endpoint');
          // The names of variables may change, their positions may not.
          const unnamed = (text: string) => text.replaceAll(/\{\w+\}/g, '{}');
          if (saved)
            equal(unnamed(operation['endpoint']), unnamed(endpoint), 'endpoint, but for its variables');
        });
        await t.check('TV-OP-5', () => match(operation['last_updated'], anyTimestamp, 'last_updated'));
      }
    },
  },
  test(['TV-PREV-4', 'TV-PREV-5'], 'shows page 1 and 20 operations by default', async (t) => {
    await manyOperations(t, 25);
    const [first, second] = [await idsOn(t, { page: 1 }), await idsOn(t, { page: 2 })];
    const unasked = await idsOn(t, {});
    await t.check('TV-PREV-4', async () => {
      equal(unasked, first, 'the operations of a preview without page');
      ok(second.length > 0 && !second.some((id) => first.includes(id)), 'page 2 is not another page');
      equal((await getPage(t, {}))['page'], 1, 'result_info.page');
    });
    await t.check('TV-PREV-5', async () => {
      equal(unasked.length, 20, 'the number of operations on a page');
      equal((await getPage(t, {}))['per_page'], 20, 'result_info.per_page');
    });
  }),
  {
    title: 'shows the requested page and number of operations',
    requirements: ['TV-PREV-6', 'TV-PREV-7', 'TV-PREV-25'],
    run: async (t) => {
      const made = await manyOperations(t, 12);
      await t.check('TV-PREV-7', async () => {
        equal((await idsOn(t, { per_page: 5 })).length, 5, 'the number of operations on a page of 5');
        equal((await idsOn(t, { per_page: 10 })).length, 10, 'the number of operations on a page of 10');
      });
      await t.check('TV-PREV-6', async () => {
        const [one, two] = [
          await idsOn(t, { page: 1, per_page: 5 }),
          await idsOn(t, { page: 2, per_page: 5 }),
        ];
        equal(new Set([...one, ...two]).size, 10, 'the number of operations on the first two pages of 5');
      });
      await t.check('TV-PREV-25', async () => {
        const selector = {
          include: [{ host: [made[0]?.['host']] }],
          exclude: [{ operation_ids: made.slice(0, 6).map(({ operation_id }) => operation_id) }],
        };
        const counts = async (query: Readonly<Record<string, unknown>>) => {
          const { total, included, excluded, ignored } = await getPreview(t, selector, query);
          return { total, included, excluded, ignored };
        };
        const whole = await counts({});
        equal(whole['excluded'], 6, 'result.excluded');
        equal(await counts({ page: 2, per_page: 5 }), whole, 'the counts on page 2');
      });
    },
  },
  {
    title: 'counts on several pages what they show together',
    requirements: ['TV-PREV-34', 'V4-PAGE-4', 'V4-PAGE-9'],
    run: async (t) => {
      const made = await manyOperations(t, 12);
      await t.operations({ label: 'outside', method: 'any' });
      const selector = {
        include: [{ host: [made[0]?.['host']] }],
        exclude: [{ operation_ids: made.slice(3, 8).map(({ operation_id }) => operation_id) }],
      };
      const operations = await allOperations(t, selector);
      const pages: Awaited<ReturnType<typeof pageWithInfo>>[] = [];
      const per_page = Math.min(50, Math.ceil(operations.length / 3));
      while (pages.length * per_page < operations.length) {
        pages.push(await pageWithInfo(t, selector, { page: pages.length + 1, per_page }));
      }
      for (const state of states) {
        const inState = (list: readonly Members[]) => list.filter((one) => one['state'] === state).length;
        const counts = pages.map(({ result }) => result[state]);
        const onPages = pages.map(({ result }) => inState(getOperations(result)));
        const zone = pages.map(() => inState(operations));
        // The seed does not say whether each page counts the zone or itself.
        await t.check('TV-PREV-34', () => oneOf(show(counts), [zone, onPages].map(show), `result.${state}`));
        await t.check('TV-PREV-34', () =>
          equal(sum(onPages), inState(operations), `the number of ${state} operations on all pages`),
        );
      }
      const total = operations.length;
      await t.check('V4-PAGE-4', () => {
        for (const { info } of pages) equal(info['total_count'], total, 'result_info.total_count');
      });
      await t.check('V4-PAGE-9', () =>
        equal(sum(pages.map(({ info }) => info['count'])), total, 'result_info.count of all pages together'),
      );
    },
  },
  {
    title: 'returns page, size, count and total in result_info',
    requirements: ['TV-PREV-16', 'TV-PREV-17', 'TV-PREV-18', 'TV-PREV-19', 'V4-PAGE-4', 'V4-PAGE-9'],
    run: async (t) => {
      await manyOperations(t, 12);
      const all = await allOperations(t, {});
      const lastPage = Math.ceil(all.length / 10);
      const info = await getPage(t, {}, { page: 2, per_page: 5 });
      await t.check('TV-PREV-16', () => equal(info['page'], 2, 'result_info.page'));
      await t.check('TV-PREV-17', () => equal(info['per_page'], 5, 'result_info.per_page'));
      await t.check('TV-PREV-18', () => isCount(info, 'count'));
      await t.check('TV-PREV-19', () => isCount(info, 'total_count'));
      await t.check('V4-PAGE-4', () => equal(info['total_count'], all.length, 'result_info.total_count'));
      await t.check('V4-PAGE-9', async () => {
        equal(info['count'], 5, 'result_info.count');
        const last = await getPage(t, {}, { page: lastPage, per_page: 10 });
        equal(last['count'], all.length - (lastPage - 1) * 10, 'result_info.count of the last page');
      });
    },
  },
  test('TV-PREV-8', 'changes no rule', async (t) => {
    const { selector } = await scene(t);
    const rule = await makeRule(t);
    const rules = async () => (await listedRules(t))?.map((one) => getMeaning(object(one, 'a rule')));
    await needsWorking('a bulk edit', () => editRule(t, rule.id, { enabled: rule.enabled }));
    const before = await rules();
    await getPreview(t, selector);
    await getPreview(t, {});
    equal(await rules(), before, 'the rules of the zone');
    const now = await editRule(t, rule.id, { enabled: rule.enabled });
    equal(getSelector(now['selector']), getSelector(rule.selector), 'the selector of a rule');
  }),
]);
