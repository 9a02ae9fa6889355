import type { BodyInput, Contract } from '../../spec/contract.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, isObject, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import {
  getState,
  ofGateway,
  readGateway,
  runThrough,
  sendUpdate,
  settings,
  updateGateway,
} from './configuring.ts';

interface Bound {
  readonly title: string;
  readonly id: KnownRequirementId;
  readonly setting: string;
  /** Valid values. */
  readonly taken: readonly unknown[];
  /** Invalid values, sent one at a time. */
  readonly refused: readonly unknown[];
}

const bounds: readonly Bound[] = [
  {
    title: 'accepts only fixed and sliding as rate_limiting_technique',
    id: 'GW-CONF-20',
    setting: 'rate_limiting_technique',
    taken: ['fixed', 'sliding'],
    refused: ['rolling', 1],
  },
];

/** The settings of a gateway: valid values, and when they take effect. */
export const gatewaySettingsSuite = defineSuite('ai-gateway/gateway-settings', [
  ...bounds.map(({ title, id: requirement, setting, taken, refused }) =>
    test(requirement, title, async (t) => {
      const { id } = await t.gateway();
      for (const value of taken.slice(1)) {
        const reply = await sendUpdate(t, id, { ...settings(), [setting]: value });
        t.expectSuccess(reply, `an update with ${setting} ${value}`);
        equal(Reflect.get(await readGateway(t, id), setting), value, setting);
      }
      await t.refused({
        good: () => sendUpdate(t, id, { ...settings(), [setting]: taken[0] }),
        bad: refused.map((value) => ({
          what: `with ${setting} ${value}`,
          pointer: `/${setting}`,
          send: () => sendUpdate(t, id, { ...settings(), [setting]: value }),
        })),
        snapshot: getState(t, id),
      });
    }),
  ),
  test('GW-CONF-17', 'answers 400 and code 7001 for an invalid setting', async (t) => {
    const { id } = await t.gateway();
    await t.refused({
      good: () => sendUpdate(t, id, settings()),
      bad: [
        {
          what: 'with text as cache_ttl',
          send: () => sendUpdate(t, id, { ...settings(), cache_ttl: '60' }),
        },
        {
          what: 'with a number as collect_logs',
          send: () => sendUpdate(t, id, { ...settings(), collect_logs: 1 }),
        },
      ],
      status: 400,
      code: 7001,
      snapshot: getState(t, id),
    });
  }),
  test('GW-CONF-25', 'stores a cache_ttl of null as 0', async (t) => {
    const { id, cache_ttl } = await t.gateway({ cache_ttl: null });
    equal(cache_ttl, 0, 'cache_ttl of the creation');
    const cached = await updateGateway(t, id, settings({ cache_ttl: 60 }));
    equal(cached.cache_ttl, 60, 'cache_ttl of an update');
    equal((await updateGateway(t, id, settings({ cache_ttl: null }))).cache_ttl, 0, 'cache_ttl');
  }),
  test('GW-CONF-28', 'applies updated settings to the next run', async (t) => {
    const { id } = await t.gateway();
    const limits = { rate_limiting_limit: 1, rate_limiting_interval: 3600 } as const;
    for (const run of ['first', 'second']) t.expectSuccess(await runThrough(t, id), `the ${run} run`);
    await updateGateway(t, id, settings({ ...limits, rate_limiting_technique: 'sliding' }));
    // The limit allows this run, unless the runs before the update count too.
    await runThrough(t, id);
    t.expectFailure(await runThrough(t, id), { status: 429, shape: 'own' });
    await updateGateway(t, id, settings());
    t.expectSuccess(await runThrough(t, id), 'the run after the limit was removed');
  }),
]);

type ConfigBody = BodyInput<Contract['ai-gateway.provider-config.create']>;

/** A request to store a key. The key is made up, so no provider knows it. */
const getKey = (t: TestContext, others: Partial<ConfigBody> = {}): ConfigBody => ({
  alias: 'default',
  default_config: true,
  provider_slug: 'openai',
  secret: `sk-${t.run}-0123456789abcdefghijklmnopqrstuvwxyz`,
  ...others,
});

/** Stores a key, and returns the whole answer. */
const store = (t: TestContext, gateway: string, body: ConfigBody) =>
  t.call('ai-gateway.provider-config.create', { params: ofGateway(t, gateway), body });

const list = (t: TestContext, gateway: string) =>
  t.call('ai-gateway.provider-config.list', { params: ofGateway(t, gateway) });

/** Provider keys that an account stores. */
export const providerConfigsSuite = defineSuite('ai-gateway/provider-configs', [
  test('GW-KEY-1', 'stores a provider key under an alias', async (t) => {
    const { id: gateway } = await t.gateway();
    const first = (await store(t, gateway, getKey(t))).body.result;
    const second = (await store(t, gateway, getKey(t, { alias: 'spare', default_config: false }))).body
      .result;
    equal(
      [first.alias, first.provider_slug, first.gateway_id, first.default_config],
      ['default', 'openai', gateway, true],
      'the first key',
    );
    const { result, result_info } = (await list(t, gateway)).body;
    equal(result.map(({ id }) => id).sort(), [first.id, second.id].sort(), 'the ids of the list');
    equal(result.map(({ alias }) => alias).sort(), ['default', 'spare'], 'the aliases of the list');
    ok(isObject(result_info) && result_info['total_count'] === 2, 'result_info.total_count is not 2');
  }),
  test('GW-KEY-2', 'returns a preview of a key, and never the key', async (t) => {
    const { id: gateway } = await t.gateway();
    const body = getKey(t);
    const created = await store(t, gateway, body);
    const listed = await list(t, gateway);
    ok(created.body.result.secret_preview.length > 0, 'secret_preview is empty');
    for (const [what, { text }] of Object.entries({ creation: created, list: listed })) {
      ok(!text.includes(String(body.secret)), `the answer to the ${what} contains the key`);
    }
  }),
  test(['GW-KEY-3', 'GW-KEY-2'], 'replaces a key on a PUT', async (t) => {
    const { id: gateway } = await t.gateway();
    const other = (await store(t, gateway, getKey(t, { alias: 'spare', default_config: false }))).body.result;
    const before = (await store(t, gateway, getKey(t))).body.result;
    const secret = `another-${t.run}-0123456789abcdefghijklmnopqrst-end`;
    const params = { ...ofGateway(t, gateway), provider_config_id: before.id };
    const reply = await t.call('ai-gateway.provider-config.update', { params, body: { secret } });
    const after = reply.body.result;
    await t.check('GW-KEY-2', () => ok(!reply.text.includes(secret), 'the answer contains the key'));
    await t.check('GW-KEY-3', async () => {
      equal([after.id, after.alias], [before.id, before.alias], 'id and alias');
      ok(after.secret_preview !== before.secret_preview, 'secret_preview shows the old key');
      const { result } = (await list(t, gateway)).body;
      equal(result.length, 2, 'the number of keys in the list');
      for (const { id, secret_preview } of [after, other]) {
        const listed = result.find((one) => one.id === id);
        equal(listed?.secret_preview, secret_preview, `secret_preview of ${id} in the list`);
      }
    });
  }),
]);
