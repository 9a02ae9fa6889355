import { gatewayLimits } from '../../spec/services/ai-gateway/limits.ts';
import { equal, isObject, match, object, ok } from '../harness/assertions.ts';
import { expectPageSizes } from '../harness/page-sizes.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { timestamp } from '../token-validation/requests.ts';
import {
  askGateway,
  askList,
  deleteGateway,
  getIds,
  getResult,
  idsListed,
  inAccount,
  ofGateway,
  readGateway,
  sendCreate,
  sendUpdate,
  settings,
  updateGateway,
} from './configuring.ts';

/** Creating, reading, updating, deleting and listing gateways. */
export const gatewaysSuite = defineSuite('ai-gateway/gateways', [
  {
    title: 'does not mark a new gateway as the default',
    requirements: ['GW-CONF-10'],
    atMost: 'may',
    run: async (t) => {
      const { is_default = false } = await t.gateway();
      equal(is_default, false, 'is_default');
    },
  },
  {
    title: 'creates a gateway from its id and the five required settings',
    requirements: ['GW-CONF-6', 'GW-CONF-10', 'GW-CONF-11', 'GW-CONF-19'],
    run: async (t) => {
      const body = { id: t.gatewayId(), ...settings({ cache_ttl: 120, rate_limiting_limit: 50 }) };
      const created = (await t.call('ai-gateway.gateway.create', { params: inAccount(t), body })).body.result;
      await t.check('GW-CONF-10', () => {
        for (const [name, value] of Object.entries(body)) {
          equal(Reflect.get(created, name), value, `result.${name}`);
        }
        match(created.created_at, timestamp, 'result.created_at');
        match(created.modified_at, timestamp, 'result.modified_at');
      });
      await t.check('GW-CONF-19', () =>
        equal(created.workers_ai_billing_mode, 'postpaid', 'result.workers_ai_billing_mode'),
      );
      await t.check('GW-CONF-11', async () => {
        const reply = await askGateway(t, body.id);
        t.expectSuccess(reply, 'reading the gateway');
        equal(reply.status, 200, 'the status');
        equal(getResult(reply), created, 'what is read');
      });
    },
  },
  test('GW-CONF-7', 'refuses a creation without one of the required settings', async (t) => {
    const [good, bad] = [t.gatewayBody(), t.gatewayBody()];
    await t.refused({
      good: () => sendCreate(t, good),
      bad: Object.keys(settings()).map((name) => ({
        what: `without ${name}`,
        send: () => sendCreate(t, { ...bad, [name]: undefined }),
      })),
      snapshot: () => idsListed(t, { search: bad.id }),
    });
  }),
  test(['GW-CONF-8', 'GW-CONF-9'], 'accepts an id of 64 characters and refuses 65', async (t) => {
    const longest = t.gatewayBody({ id: t.gatewayId(gatewayLimits.id) });
    const tooLong = { ...longest, id: t.gatewayId(gatewayLimits.id + 1) };
    const reply = await sendCreate(t, longest);
    await t.check('GW-CONF-8', async () => {
      t.expectSuccess(reply, 'the creation');
      equal((await readGateway(t, longest.id)).id, longest.id, 'result.id');
    });
    await t.check('GW-CONF-9', () =>
      t.refused({
        good: () => askGateway(t, longest.id),
        bad: () => sendCreate(t, tooLong),
        pointer: '/id',
        snapshot: () => idsListed(t, { search: tooLong.id.slice(0, gatewayLimits.id) }),
      }),
    );
  }),
  test(['GW-CONF-12', 'GW-CONF-23'], 'updates a gateway', async (t) => {
    const { id, created_at } = await t.gateway();
    const changes = settings({ cache_ttl: 300, collect_logs: false, rate_limiting_limit: 7 });
    const changed = await updateGateway(t, id, changes);
    await t.check('GW-CONF-12', () => {
      for (const [name, value] of Object.entries(changes)) {
        equal(Reflect.get(changed, name), value, name);
      }
      equal(changed.created_at, created_at, 'created_at');
    });
    await t.check('GW-CONF-23', async () => {
      const further = {
        guardrails: { prompt: { S1: 'BLOCK' }, response: { S10: 'FLAG' } },
        dlp: { enabled: true, action: 'BLOCK', profiles: ['credentials'] },
        otel: [{ url: 'https://traces.example/v1', headers: { 'x-key': 'one' } }],
        spend_limits: { enabled: true, rules: [{ limit: 2, limitType: 'cost', window: 60 }] },
      };
      const reply = await sendUpdate(t, id, { ...changes, ...further });
      t.expectSuccess(reply, 'the update');
      const read = await readGateway(t, id);
      equal(read.guardrails, further.guardrails, 'guardrails');
      equal(read.dlp?.enabled, true, 'dlp.enabled');
      equal(read.otel?.[0]?.url, further.otel[0]?.url, 'otel.0.url');
      equal(read.spend_limits?.rules[0]?.limit, 2, 'spend_limits.rules.0.limit');
    });
  }),
  test(['GW-CONF-13', 'GW-CONF-14'], 'deletes a gateway and returns it', async (t) => {
    const { id } = await t.gateway();
    const before = await readGateway(t, id);
    const reply = await deleteGateway(t, id);
    t.expectSuccess(reply, 'the deletion');
    await t.check('GW-CONF-13', () => equal(getResult(reply), before, 'result'));
    await t.check('GW-CONF-14', async () => {
      t.expectFailure(await askGateway(t, id), { status: 404 });
      equal(await idsListed(t, { search: id }), [], 'the gateways in the list');
    });
  }),
  {
    title: 'lists gateways page by page, at most 100 at a time',
    requirements: ['GW-CONF-15', 'GW-CONF-16'],
    exclusive: 'account',
    run: async (t) => {
      const search = t.gatewayId();
      const made = [`${search}-a`, `${search}-b`, `${search}-c`];
      for (const id of made) await t.gateway({ id });
      await t.check('GW-CONF-16', async () => {
        equal(
          (await idsListed(t, { search })).sort(),
          made,
          'the gateways found by the common part of their ids',
        );
        equal(await idsListed(t, { search: `${search}-b` }), [`${search}-b`], 'the gateway found by its id');
        equal(await idsListed(t, { search: `${search}-x` }), [], 'the gateways found by a text in no id');
      });
      await t.check('GW-CONF-15', async () => {
        const getPage = (page: number) => askList(t, { search, page, per_page: 2 });
        const [first, second, third] = [await getPage(1), await getPage(2), await getPage(3)];
        const ids = [first, second].flatMap(getIds);
        equal(getIds(first).length, 2, 'the length of the first page');
        equal([...ids].sort(), made, 'the gateways of both pages');
        equal(getIds(third), [], 'the third page');
        const { page, per_page, count, total_count } = object(
          isObject(first.body) ? first.body['result_info'] : undefined,
          'result_info',
        );
        equal(
          { page, per_page, count, total_count },
          { page: 1, per_page: 2, count: 2, total_count: 3 },
          'result_info',
        );
        t.expectSuccess(await askList(t, { per_page: gatewayLimits.gatewaysPerPageMax }), 'a page of 100');
        await expectPageSizes(
          (per_page) => askList(t, { per_page }),
          [gatewayLimits.gatewaysPerPageMax + 1],
          {
            most: gatewayLimits.gatewaysPerPageMax,
          },
        );
      });
    },
  },
  test('GW-CONF-26', 'returns the URL of a provider on a gateway', async (t) => {
    const { id } = await t.gateway();
    const params = { ...ofGateway(t, id), provider: 'openai' };
    const { result } = (await t.call('ai-gateway.gateway.url', { params })).body;
    const { pathname } = new URL(result);
    ok(
      pathname.endsWith(`/${t.accountId}/${id}/openai`),
      `the path of the URL is ${pathname}, expected it to end with account, gateway and provider`,
    );
  }),
  {
    title: 'limits an account on the free plan to 10 gateways',
    requirements: ['GW-CONF-24'],
    exclusive: 'account',
    run: async (t) => {
      const most = gatewayLimits.gatewaysPerAccount.free;
      const there = await idsListed(t, {});
      for (let count = there.length; count < most - 1; count++) await t.gateway();
      await t.refused({
        good: () => (there.length < most ? sendCreate(t, t.gatewayBody()) : askList(t, {})),
        bad: () => sendCreate(t, t.gatewayBody()),
        snapshot: async () => (await idsListed(t, {})).sort(),
      });
    },
  },
  test('GW-CONF-18', 'answers 404 and code 7002 for an unknown gateway', async (t) => {
    const id = t.gatewayId();
    const unknown = { status: 404, code: 7002 } as const;
    t.expectFailure(await askGateway(t, id), unknown);
    t.expectFailure(await sendUpdate(t, id, settings()), unknown);
    t.expectFailure(await deleteGateway(t, id), unknown);
  }),
  test('GW-CONF-31', 'hides the gateways of an account from another', async (t) => {
    const { id } = await t.gateway();
    const other = [...t.accountId].reverse().join('');
    const account_id = other === t.accountId ? '0'.repeat(32) : other;
    const params = { account_id, gateway_id: id };
    t.expectFailure(await t.ask('ai-gateway.gateway.get', { params }), { status: [400, 403, 404] });
  }),
]);
