import type { OperationId } from '../../spec/contract.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { array, equal, ok } from '../harness/assertions.ts';
import { expectSuccess } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { expectPageSizes } from '../harness/page-sizes.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';
import { createWithKeys, getKids, getResult, idsAmong, makeRules } from './requests.ts';
import { sampleKey } from './sample-keys.ts';

type Id = KnownRequirementId;

/** The two lists, and the requirements about their pages. */
const lists = [
  {
    name: 'configurations',
    operation: 'token-validation.config.list',
    page: 'TV-LIST-1',
    perPage: 'TV-LIST-2',
    below: 'TV-LIST-3',
    above: 'TV-LIST-4',
    make: async (t: TestContext, count: number) => {
      const ids: string[] = [];
      while (ids.length < count) ids.push((await t.config()).id);
      return ids;
    },
  },
  {
    name: 'rules',
    operation: 'token-validation.rule.list',
    page: 'TV-LIST-6',
    perPage: 'TV-LIST-7',
    below: 'TV-LIST-17',
    above: 'TV-LIST-18',
    make: async (t: TestContext, count: number) =>
      (await makeRules(t, ...Array.from({ length: count }, () => ({})))).map(({ id }) => id),
  },
] as const;

const ask = (t: TestContext, operation: OperationId, query: Readonly<Record<string, unknown>>) =>
  t.ask(operation, { params: { zone_id: t.zoneId }, query });

async function getRecords(t: TestContext, operation: OperationId, query: Readonly<Record<string, unknown>>) {
  const reply = await ask(t, operation, query);
  expectSuccess(reply, operation);
  return array(getResult(reply), 'result');
}

const pages = lists.flatMap(({ name, operation, page, perPage, below, above, make }): Test<Id>[] => [
  test([page, perPage], `pages the list of ${name}`, async (t) => {
    const ids = await make(t, 11);
    const all = await getRecords(t, operation, { page: 1, per_page: 50 });
    const first = await getRecords(t, operation, { page: 1, per_page: 5 });
    const second = await getRecords(t, operation, { page: 2, per_page: 5 });
    await t.check(perPage, async () => {
      equal(first.length, 5, 'the number of records on a page of 5');
      const seven = await getRecords(t, operation, { page: 1, per_page: 7 });
      equal(seven.length, 7, 'the number of records on a page of 7');
      ok(all.length >= ids.length, `a page of 50 contains ${all.length} of at least ${ids.length} records`);
    });
    await t.check(page, async () => {
      equal([...first, ...second], all.slice(0, 10), 'the first two pages together');
      const last = await getRecords(t, operation, { page: 1_000_000, per_page: 50 });
      equal(last, [], 'a page after the end');
    });
  }),
  test([below, above], `honours the documented range of per_page for ${name}`, async (t) => {
    await make(t, 5);
    const askSize = (size: number) => ask(t, operation, { per_page: size });
    await t.check(below, () => expectPageSizes(askSize, [4, 1, 0, -5], { least: 5 }));
    await t.check(above, () => expectPageSizes(askSize, [51, 1_000], { most: 50 }));
  }),
]);

/** Rules that differ in every filter, and the configurations that they name. */
async function scene(t: TestContext) {
  const [one, two, three] = [await t.config(), await t.config(), await t.config()];
  const include = (label: string) => ({ include: [{ host: [t.host('other'), t.host(label)] }] });
  const [first, second, third, fourth] = (
    await makeRules(
      t,
      { action: 'block', enabled: true, selector: include('a'), expression: `is_jwt_valid("${one.id}")` },
      { action: 'log', enabled: true, selector: include('b'), expression: `not is_jwt_present("${two.id}")` },
      {
        action: 'block',
        enabled: false,
        selector: include('a'),
        expression: `is_jwt_present("${three.id}") or is_jwt_valid("${one.id}")`,
      },
      { action: 'log', enabled: false, selector: {} },
    )
  ).map(({ id }) => id) as [string, string, string, string]; // four were made
  return { first, second, third, fourth, one: one.id, two: two.id, three: three.id };
}

type Scene = Awaited<ReturnType<typeof scene>>;

/** Filters of the list of rules: the query, and the selected ones of the four rules in order. */
const filters: readonly {
  readonly id: Id;
  readonly what: string;
  readonly query: (scene: Scene, t: TestContext) => Readonly<Record<string, unknown>>;
  readonly selected: (scene: Scene) => readonly string[];
}[] = [
  {
    id: 'TV-LIST-8',
    what: 'id',
    query: ({ second }) => ({ id: second }),
    selected: ({ second }) => [second],
  },
  {
    id: 'TV-LIST-9',
    what: 'rule_id',
    query: ({ third }) => ({ rule_id: third }),
    selected: ({ third }) => [third],
  },
  {
    id: 'TV-LIST-10',
    what: 'host',
    query: (_, t) => ({ host: t.host('a') }),
    selected: ({ first, third }) => [first, third],
  },
  {
    id: 'TV-LIST-11',
    what: 'hostname',
    query: (_, t) => ({ hostname: t.host('b') }),
    selected: ({ second }) => [second],
  },
  {
    id: 'TV-LIST-12',
    what: 'action block',
    query: () => ({ action: 'block' }),
    selected: ({ first, third }) => [first, third],
  },
  {
    id: 'TV-LIST-12',
    what: 'action log',
    query: () => ({ action: 'log' }),
    selected: ({ second, fourth }) => [second, fourth],
  },
  {
    id: 'TV-LIST-13',
    what: 'enabled true',
    query: () => ({ enabled: true }),
    selected: ({ first, second }) => [first, second],
  },
  {
    id: 'TV-LIST-13',
    what: 'enabled false',
    query: () => ({ enabled: false }),
    selected: ({ third, fourth }) => [third, fourth],
  },
  {
    id: 'TV-LIST-14',
    what: 'token_configuration',
    query: ({ one }) => ({ token_configuration: one }),
    selected: ({ first, third }) => [first, third],
  },
  {
    id: 'TV-LIST-15',
    what: 'two values of token_configuration',
    query: ({ two, three }) => ({ token_configuration: [two, three] }),
    selected: ({ second, third }) => [second, third],
  },
];

/** Pages, order and filters of the lists of configurations and rules. */
export const listsSuite = defineSuite('token-validation/lists', [
  ...pages,
  test('TV-LIST-16', 'lists rules by precedence, also after a move', async (t) => {
    const ids = (await makeRules(t, {}, {}, {})).map(({ id }) => id);
    const [first = '', second = '', third = ''] = ids;
    const order = async () => idsAmong(await t.list('token-validation.rule.list'), ids);
    equal(await order(), ids, 'the order of the rules');
    const params = { zone_id: t.zoneId, rule_id: third };
    await t.call('token-validation.rule.edit', { params, body: { position: { before: first } } });
    equal(await order(), [third, first, second], 'the order of the rules after a move');
  }),
  ...filters.map(({ id, what, query, selected }) =>
    test(id, `filters the list of rules by ${what}`, async (t) => {
      const made = await scene(t);
      const own = [made.first, made.second, made.third, made.fourth];
      const listed = await t.list('token-validation.rule.list', query(made, t));
      // The filter may select other rules too, but only these of the four.
      equal(idsAmong(listed, own).toSorted(), selected(made).toSorted(), 'the selected rules');
    }),
  ),
]);

/** Cloudflare docs, Increased limits for JWT validation configurations. */
const limits = { configurations: 32, keys: 16 } as const;

const keySet = (count: number) =>
  Array.from({ length: count }, (_, at) => sampleKey('ec-p256', `key-${at + 10}`, { alg: 'ES256' }));
const kids = (count: number) => keySet(count).map(({ kid }) => kid);

const credentialOperations = [
  'token-validation.credentials.replace',
  'token-validation.credentials.edit',
] as const;

/** The allowed numbers of configurations and keys. */
export const limitsSuite = defineSuite('token-validation/limits', [
  test(['TV-LIM-1', 'TV-LIM-2'], 'stores 32 configurations in a zone and refuses the next one', async (t) => {
    const zone = await t.zone();
    const params = { zone_id: zone.id };
    const create = () => t.ask('token-validation.config.create', { params, body: t.configBody() });
    const count = async () => {
      const query = { per_page: '50' };
      return (await t.call('token-validation.config.list', { params, query })).body.result.length;
    };
    for (let made = await count(); made < limits.configurations; made++) {
      expectSuccess(await create(), `the creation of configuration ${made + 1}`);
    }
    await t.check('TV-LIM-1', async () =>
      equal(await count(), limits.configurations, 'the number of configurations'),
    );
    await t.check('TV-LIM-2', async () => {
      t.expectFailure(await create());
      equal(await count(), limits.configurations, 'the number of configurations');
    });
  }),
  test('TV-LIM-3', 'stores 16 keys in a configuration', async (t) => {
    const reply = await createWithKeys(t, keySet(limits.keys));
    equal(getKids(reply), kids(limits.keys), 'the kids of the stored keys');
  }),
  test('TV-LIM-4', 'refuses a creation with 17 keys', async (t) => {
    await t.refused({
      good: () => createWithKeys(t, keySet(limits.keys)),
      bad: () => createWithKeys(t, keySet(limits.keys + 1)),
      pointer: '/credentials/keys',
    });
  }),
  ...credentialOperations.map((operation) =>
    test('TV-LIM-4', `refuses 17 keys in ${operation}`, async (t) => {
      const config = await t.config();
      const params = { zone_id: t.zoneId, config_id: config.id };
      const send = (count: number) => t.ask(operation, { params, body: { keys: keySet(count) } });
      await t.refused({
        good: () => send(limits.keys),
        bad: () => send(limits.keys + 1),
        pointer: '/keys',
      });
    }),
  ),
]);
