import type { BodyInput, Contract, OperationId, ResultOf } from '../../spec/contract.ts';
import { equal, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { type MadeTenant, tenantFor } from './tenant-for.ts';

type Fault = BodyInput<Contract['touchstone.fault.add']>;
type FaultRecord = ResultOf<Contract['touchstone.fault.add']>;

const zoneRead: OperationId = 'zones.zone.get';

/** Makes the requests of a tenant fail until the test removes the tenant. */
async function failing(t: TestContext, { account_id }: MadeTenant, body: Fault): Promise<FaultRecord> {
  return (await t.call('touchstone.fault.add', { query: { account_id }, body })).body;
}

/** The answer to a tenant for its zone, or for another path below the API. */
function ask(t: TestContext, { zone_id, api_token }: MadeTenant, method = 'GET', below = '', body?: object) {
  const headers = { authorization: `Bearer ${api_token}`, 'content-type': 'application/json' };
  const path = `/zones/${zone_id}${below}`;
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  return t.as('none').send({ method, path, headers, ...sent });
}

/** Whether a request gets no whole answer. */
async function isBroken(request: Promise<unknown>): Promise<boolean> {
  return request.then(
    () => false,
    () => true,
  );
}

const setting = '/settings/content_converter';
const settingEdit: OperationId = 'settings.setting.edit';

/** Switches a setting of a tenant's zone on. */
const switchOn = (t: TestContext, tenant: MadeTenant) => ask(t, tenant, 'PATCH', setting, { value: 'on' });

/** The value of that setting; off at first. */
async function settingNow(t: TestContext, tenant: MadeTenant): Promise<unknown> {
  const { body } = await ask(t, tenant, 'GET', setting);
  return (body as { result: { value: unknown } }).result.value; // A setting of a zone that is there.
}

/** Deliberate faults of requests. */
export const faultsSuite = defineSuite('touchstone/faults', [
  {
    title: 'answers with a status, as often as it says, and does not run the operation',
    requirements: ['TS-FAULT-1', 'TS-FAULT-2', 'TS-FAULT-5', 'TS-FAULT-8', 'TS-FAULT-12'],
    run: async (t) => {
      const tenant = await tenantFor(t);
      const { id } = await failing(t, tenant, { operation: settingEdit, status: 503, times: 'once' });
      const failed = await switchOn(t, tenant);
      await t.check('TS-FAULT-1', () => {
        equal(failed.status, 503, 'the status');
        const { success, errors } = failed.body as { success: boolean; errors: unknown[] }; // As judged here.
        equal([success, errors.length], [false, 1], 'success, and the number of errors');
      });
      await t.check('TS-FAULT-8', () => equal(failed.headers.get('touchstone-fault'), id, 'the header'));
      await t.check('TS-FAULT-2', async () => equal(await settingNow(t, tenant), 'off', 'the setting'));
      await t.check('TS-FAULT-5', async () =>
        equal((await switchOn(t, tenant)).status, 200, 'the status after it'),
      );
      await t.check('TS-FAULT-12', async () => {
        const { account_id } = tenant;
        const { body } = await t.call('touchstone.fault.list', { query: { account_id } });
        equal(
          body.map(({ id, used, left }) => ({ id, used, left })),
          [{ id, used: 1, left: 0 }],
          'the list',
        );
      });
    },
  },
  {
    title: 'applies only to the operations that it names, in its account',
    requirements: ['TS-FAULT-3', 'TS-FAULT-4'],
    run: async (t) => {
      const [tenant, other] = [await tenantFor(t), await tenantFor(t)];
      await failing(t, tenant, { operation: zoneRead, status: 500 });
      const status = async (of: MadeTenant, below: string) => (await ask(t, of, 'GET', below)).status;
      equal(await status(tenant, ''), 500, 'the status of the operation');
      await t.check('TS-FAULT-3', async () => equal(await status(tenant, setting), 200, 'of another'));
      await t.check('TS-FAULT-4', async () => equal(await status(other, ''), 200, 'of another account'));
    },
  },
  {
    title: 'precedes existing faults, until it is removed',
    requirements: ['TS-FAULT-6', 'TS-FAULT-11', 'TS-FAULT-13'],
    run: async (t) => {
      const tenant = await tenantFor(t);
      await failing(t, tenant, { operation: 'zones', status: 500 });
      const { id } = await failing(t, tenant, { operation: 'zones.*', status: 503 });
      const status = async () => (await ask(t, tenant)).status;
      await t.check('TS-FAULT-6', async () => equal(await status(), 503, 'the status'));
      const params = { fault_id: id };
      await t.call('touchstone.fault.remove', { params });
      await t.check('TS-FAULT-13', async () => equal(await status(), 500, 'the status without it'));
      await t.check('TS-FAULT-11', async () =>
        t.expectFailure(await t.ask('touchstone.fault.remove', { params }), { status: 404 }),
      );
      const { account_id } = tenant;
      const cleared = await t.call('touchstone.fault.clear', { query: { account_id } });
      equal(cleared.body, { removed: 1 }, 'the removed fault');
      equal(await status(), 200, 'the status without any');
    },
  },
  test('TS-FAULT-7', 'answers with a custom body and headers', async (t) => {
    const tenant = await tenantFor(t);
    const body = { away: true };
    await failing(t, tenant, { operation: zoneRead, status: 503, body, headers: { 'retry-after': '7' } });
    const answer = await ask(t, tenant);
    equal([answer.status, answer.body], [503, body], 'status and body');
    equal(answer.headers.get('retry-after'), '7', 'the header');
  }),
  test('TS-FAULT-9', 'drops the connection before or after the work', async (t) => {
    const tenant = await tenantFor(t);
    for (const [drop, done] of [
      ['before', 'off'],
      ['after', 'on'],
    ] as const) {
      await failing(t, tenant, { operation: settingEdit, drop, times: 'once' });
      ok(await isBroken(switchOn(t, tenant)), `there is an answer where it is dropped ${drop} the work`);
      equal(await settingNow(t, tenant), done, `the setting once it was dropped ${drop} the work`);
    }
  }),
  test('TS-FAULT-10', 'cuts a body', async (t) => {
    const tenant = await tenantFor(t);
    for (const truncate of [{ bytes: 10 }, { share: 0.5 }]) {
      await failing(t, tenant, { operation: zoneRead, truncate, times: 'once' });
      ok(await isBroken(ask(t, tenant)), `the body is whole: ${JSON.stringify(truncate)}`);
    }
    equal((await ask(t, tenant)).status, 200, 'the status after it');
  }),
  test('TS-FAULT-15', 'holds a request back', async (t) => {
    const tenant = await tenantFor(t);
    await failing(t, tenant, { operation: zoneRead, latencyMs: 300 });
    const started = performance.now();
    equal((await ask(t, tenant)).status, 200, 'the status');
    const waited = performance.now() - started;
    // Timers of some runtimes are a millisecond early.
    ok(waited >= 298, `the answer came after ${waited} ms`);
  }),
  test('TS-FAULT-14', 'is refused with unknown values', async (t) => {
    const reply = await t.ask('touchstone.fault.add', {
      body: { operation: 'zones.zone.gte', status: 503 },
    });
    t.expectFailure(reply, { status: 400 });
    ok(reply.text.includes(zoneRead), 'the error does not name the operation that was probably meant');
  }),
]);
