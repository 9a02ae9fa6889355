import type { KnownRequirementId } from '../../spec/requirements.ts';
import { type Log, logOrders } from '../../spec/services/ai-gateway/logs.ts';
import { equal, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { says } from '../inference/asking.ts';
import { awaitLogs, type Logging, listLogs, logging, ran, runThrough, withMetadata } from './logging.ts';

type Query = Readonly<Record<string, unknown>>;
type Predicate = (log: Log) => boolean;

/** A gateway with log entries that differ in everything a query can name. */
async function variedLogs(t: TestContext): Promise<{ gateway: Logging; logs: readonly Log[] }> {
  const gateway = await logging(t, { cache_ttl: 300 });
  const short = { messages: says('Say hello.') };
  const long = { model: 'openai/gpt-5-mini', messages: says('Tell me a long story about the sea.') };
  const claude = { model: 'anthropic/claude-haiku-4.5', max_tokens: 20 };
  const runs = [
    () => ran(t, gateway, short, withMetadata({ team: 'search', level: 3 })),
    () => ran(t, gateway, long, withMetadata({ kind: 'team' })),
    () => ran(t, gateway, short, withMetadata({ team: 'shop' })),
    () => runThrough(t, gateway, claude),
    () => runThrough(t, gateway, { ...long, messages: says('Tell me another story.') }, withoutMoney),
  ];
  for (const [index, run] of runs.entries()) {
    await run();
    await awaitLogs(t, gateway, index + 1);
  }
  return { gateway, logs: await awaitLogs(t, gateway, runs.length) };
}

/** With unified billing forbidden, no provider answers a request without its own credentials. */
const withoutMoney = { 'cf-aig-no-wholesale': 'true' };

const getIds = (logs: readonly Log[]) => logs.map(({ id }) => id);

/** Fails unless a query finds the entries that match a predicate, in the list's order. */
async function finds(t: TestContext, gateway: Logging, logs: readonly Log[], query: Query, which: Predicate) {
  const found = await listLogs(t, gateway, { per_page: 50, ...query });
  const expected = getIds(logs.filter(which));
  equal(getIds(found.logs), expected, `the entries for the query ${JSON.stringify(query)}`);
  equal(found.info['total_count'], expected.length, 'total_count');
}

const json = (...filters: unknown[]): Query => ({ filters: JSON.stringify(filters) });
const filter = (key: string, operator: string, ...value: unknown[]) => ({ key, operator, value });
const metadata = ({ metadata: kept }: Log) => (typeof kept === 'object' && kept !== null ? kept : {});
const tokens = ({ tokens_in, tokens_out }: Log) =>
  tokens_in === null && tokens_out === null ? null : (tokens_in ?? 0) + (tokens_out ?? 0);

/** Queries that don't depend on the entries, and predicates for what they find. */
const queries: readonly (readonly [KnownRequirementId, Query, Predicate])[] = [
  ['GW-LOG-6', json(filter('model', 'contains', 'claude')), ({ model }) => model.includes('claude')],
  ['GW-LOG-6', json(filter('model', 'contains', 'claude', 'mini')), ({ model }) => /claude|mini/.test(model)],
  ['GW-LOG-6', json(filter('success', 'eq', true)), ({ success }) => success],
  ['GW-LOG-6', json(filter('cached', 'neq', true)), ({ cached }) => !cached],
  [
    'GW-LOG-6',
    json(filter('tokens_out', 'lt', 15)),
    ({ tokens_out }) => tokens_out !== null && tokens_out < 15,
  ],
  ['GW-LOG-6', json(filter('tokens', 'gt', 20)), (log) => (tokens(log) ?? 0) > 20],
  [
    'GW-LOG-6',
    json(filter('success', 'eq', true), filter('cached', 'eq', false)),
    ({ success, cached }) => success && !cached,
  ],
  ['GW-LOG-28', json(filter('cached', 'eq', true)), ({ cached }) => cached],
  ['GW-LOG-28', json(), () => true],
  [
    'GW-LOG-29',
    { 'filters.key': 'model', 'filters.operator': 'contains', 'filters.value': 'claude' },
    ({ model }) => model.includes('claude'),
  ],
  [
    'GW-LOG-29',
    { 'filters.key': 'cached', 'filters.operator': 'eq', 'filters.value': 'true' },
    ({ cached }) => cached,
  ],
  ['GW-LOG-7', { success: 'true' }, ({ success }) => success],
  ['GW-LOG-7', { success: 'false' }, ({ success }) => !success],
  ['GW-LOG-7', { cached: 'true' }, ({ cached }) => cached],
  ['GW-LOG-27', json(filter('metadata.key', 'eq', 'team')), (log) => 'team' in metadata(log)],
  [
    'GW-LOG-27',
    json(filter('metadata.value', 'eq', 'team', 'shop')),
    (log) => Object.values(metadata(log)).some((value) => value === 'team' || value === 'shop'),
  ],
  [
    'GW-LOG-27',
    // Not a pair: the entry has the value 3 under another key.
    json(filter('metadata.key', 'eq', 'team'), filter('metadata.value', 'eq', 3, '3')),
    (log) => 'team' in metadata(log) && Object.values(metadata(log)).includes(3),
  ],
];

const titles: Readonly<Partial<Record<KnownRequirementId, string>>> = {
  'GW-LOG-6': 'finds entries by key, operator and alternative values',
  'GW-LOG-7': 'finds entries by success and cached',
  'GW-LOG-27': 'finds keys and values of metadata separately',
  'GW-LOG-28': 'accepts filters as a JSON array',
  'GW-LOG-29': 'accepts filters as one parameter per member',
};

const queryTests = Object.entries(titles).map(([id, title]) =>
  test(queries.flatMap(([each]) => (each === id ? [each] : [])).slice(0, 1), title, async (t) => {
    const { gateway, logs } = await variedLogs(t);
    for (const [each, query, which] of queries) if (each === id) await finds(t, gateway, logs, query, which);
  }),
);

const bounded = {
  cost: ({ cost }: Log) => cost ?? null,
  duration: ({ duration }: Log) => duration,
  tokens_in: ({ tokens_in }: Log) => tokens_in,
  tokens_out: ({ tokens_out }: Log) => tokens_out,
  total_tokens: tokens,
};

/** Finding, ordering and deleting log entries. */
export const logFiltersSuite = defineSuite('ai-gateway/logs-filters', [
  ...queryTests,
  test('GW-LOG-7', 'finds entries by model and provider', async (t) => {
    const { gateway, logs } = await variedLogs(t);
    ok(new Set(logs.map(({ model }) => model)).size > 2, 'the entries have too few models');
    for (const { model, provider } of logs) {
      await finds(t, gateway, logs, { model }, (log) => log.model === model);
      await finds(t, gateway, logs, { provider }, (log) => log.provider === provider);
    }
  }),
  test('GW-LOG-8', 'finds entries within bounds of cost, duration and tokens', async (t) => {
    const { gateway, logs } = await variedLogs(t);
    for (const [member, value] of Object.entries(bounded)) {
      for (const log of logs) {
        // A bound between two values, so inclusive and exclusive bounds give the same result.
        const bound = ((value(log) ?? 0) + 0.000_000_5).toFixed(9);
        const known = (each: Log) => value(each) ?? Number.NaN;
        await finds(t, gateway, logs, { [`min_${member}`]: bound }, (each) => known(each) >= Number(bound));
        await finds(t, gateway, logs, { [`max_${member}`]: bound }, (each) => known(each) <= Number(bound));
      }
    }
  }),
  {
    title: 'returns the minimum and maximum of the entries it found',
    requirements: ['GW-LOG-3'],
    atMost: 'may',
    run: async (t) => {
      const { gateway, logs } = await variedLogs(t);
      const { info } = await listLogs(t, gateway, { meta_info: 'true', per_page: 1 });
      for (const [member, value] of Object.entries(bounded)) {
        const values = logs.map(value).filter((each) => each !== null);
        equal(info[`min_${member}`], Math.min(...values), `min_${member}`);
        equal(info[`max_${member}`], Math.max(...values), `max_${member}`);
      }
    },
  },
  test('GW-LOG-9', 'finds entries between two times', async (t) => {
    const { gateway, logs } = await variedLogs(t);
    const getTime = ({ created_at }: Log) => Date.parse(created_at);
    const [newest, oldest] = [logs[0], logs.at(-1)];
    ok(newest && oldest && getTime(newest) > getTime(oldest), 'all entries have the same time');
    const middle = new Date((getTime(newest) + getTime(oldest)) / 2 + 0.5).toISOString();
    const at = Date.parse(middle);
    await finds(t, gateway, logs, { start_date: middle }, (log) => getTime(log) >= at);
    await finds(t, gateway, logs, { end_date: middle }, (log) => getTime(log) <= at);
    await finds(t, gateway, logs, { end_date: '2000-01-01T00:00:00Z' }, () => false);
    const all = { start_date: '2000-01-01T00:00:00Z', end_date: '9000-01-01T00:00:00Z' };
    await finds(t, gateway, logs, all, () => true);
  }),
  test('GW-LOG-5', 'orders entries by each of six members, both ways', async (t) => {
    const { gateway, logs } = await variedLogs(t);
    for (const order_by of logOrders) {
      const getKey = (log: Log) => String(log[order_by] ?? '');
      for (const order_by_direction of ['asc', 'desc']) {
        const found = (await listLogs(t, gateway, { order_by, order_by_direction })).logs;
        equal(getIds(found).sort(), getIds(logs).sort(), 'the entries');
        const keys = found.map(getKey);
        const sorted = [...keys].sort();
        if (order_by_direction === 'desc') sorted.reverse();
        equal(keys, sorted, `${order_by}, ${order_by_direction}`);
      }
    }
  }),
  test('GW-LOG-30', 'refuses a filter with an unknown key with code 7001', async (t) => {
    const { params } = await logging(t);
    const ask = (key: string) =>
      t.ask('ai-gateway.log.list', { params, query: json(filter(key, 'eq', 'red')) });
    await t.refused({
      shape: 'own',
      good: () => ask('model'),
      bad: () => ask('colour'),
      code: 7001,
      snapshot: async () => null,
    });
  }),
  test('GW-LOG-16', 'deletes only the entries that match its filters', async (t) => {
    const { gateway, logs } = await variedLogs(t);
    const query = { filters: JSON.stringify([filter('model', 'contains', 'claude')]) };
    await t.call('ai-gateway.log.delete', { params: gateway.params, query });
    await finds(t, gateway, logs, {}, ({ model }) => !model.includes('claude'));
  }),
  test('GW-LOG-17', 'deletes no more entries than its limit', async (t) => {
    const { gateway, logs } = await variedLogs(t);
    await t.call('ai-gateway.log.delete', { params: gateway.params, query: { limit: '2' } });
    const left = await listLogs(t, gateway, { per_page: 50 });
    equal(left.logs.length, logs.length - 2, 'the number of remaining entries');
  }),
]);
