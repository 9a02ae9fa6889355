import { equal, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { bearer, guard } from '../token-validation/guard.ts';
import { newKey } from '../token-validation/signing-key.ts';
import { type MadeTenant, tenantFor } from './tenant-for.ts';

const moment = '2031-05-06T07:08:09Z';

/** The clock of the target: milliseconds since 1970, and whether it is frozen. */
async function read(t: TestContext) {
  const { body } = await t.call('touchstone.clock.get', {});
  return { now: Date.parse(body.now), frozen: body.frozen };
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The clock behind every date. */
export const clockSuite = defineSuite({ name: 'touchstone/clock', exclusive: true }, [
  test('TS-CLOCK-1', 'keeps the time that it was frozen at', async (t) => {
    await t.clock.freeze(moment);
    equal(await read(t), { now: Date.parse(moment), frozen: true }, 'the clock');
    await wait(20);
    equal(await read(t), { now: Date.parse(moment), frozen: true }, 'the clock a little later');
  }),
  test('TS-CLOCK-2', 'advances by the given seconds', async (t) => {
    await t.clock.freeze(moment);
    await t.clock.advance(90);
    equal(await read(t), { now: Date.parse(moment) + 90_000, frozen: true }, 'the clock');
    await t.clock.advance(0.5);
    equal((await read(t)).now, Date.parse(moment) + 90_500, 'the time');
  }),
  test('TS-CLOCK-3', 'shows the time of the machine after its release', async (t) => {
    const started = performance.now();
    const before = await read(t);
    await t.clock.freeze(moment);
    await t.clock.advance(60);
    await t.clock.release();
    const after = await read(t);
    const passed = performance.now() - started;
    const shown = after.now - before.now;
    // Both clocks tick in milliseconds.
    ok(shown >= 0 && shown <= passed + 2, `the clock advanced ${shown} ms in ${passed} ms`);
    equal(after.frozen, false, 'frozen');
  }),
  test('TS-CLOCK-4', 'dates new records', async (t) => {
    await t.clock.freeze(moment);
    equal(Date.parse((await t.config()).created_at), Date.parse(moment), 'created_at of a configuration');
    equal(Date.parse((await t.rule()).created_at), Date.parse(moment), 'created_at of a rule');
  }),
  {
    title: 'lets a token expire when it is advanced past its exp',
    requirements: ['TS-CLOCK-5'],
    features: ['edge'],

    run: async (t) => {
      const key = await newKey();
      const gate = await guard(t, { keys: [key] });
      await t.clock.freeze(moment);
      const token = await key.sign({ exp: Date.parse(moment) / 1000 + 600 });
      await gate.admits(bearer(token), 'ten minutes left');
      // Beyond any leeway that a target may claim.
      await t.clock.advance(700);
      await gate.blocks(bearer(token), 'more than a minute too late');
    },
  },
  test('TS-CLOCK-6', 'keeps running when it is advanced while it runs', async (t) => {
    const started = performance.now();
    const before = await read(t);
    await t.clock.advance(3600);
    const ahead = await read(t);
    const shown = ahead.now - before.now - 3_600_000;
    const passed = performance.now() - started;
    ok(shown >= 0 && shown <= passed + 2, `the clock advanced an hour and ${shown} ms in ${passed} ms`);
    equal(ahead.frozen, false, 'frozen');
    await wait(20);
    ok((await read(t)).now > ahead.now, 'the clock does not run');
  }),
  {
    title: 'of one account moves alone, until its release',
    requirements: ['TS-CLOCK-7', 'TS-CLOCK-8'],
    features: ['admin'],

    run: async (t) => {
      const [own, other] = [await tenantFor(t), await tenantFor(t)];
      const getTime = async (tenant?: MadeTenant) => {
        const query = tenant ? { account_id: tenant.account_id } : {};
        return Date.parse((await t.call('touchstone.clock.get', { query })).body.now);
      };
      const all = async () => [await getTime(own), await getTime(other), await getTime()];
      const query = { account_id: own.account_id };
      const [world, later] = [Date.parse(moment), Date.parse('2035-01-01T00:00:00Z')];
      await t.clock.freeze(moment);
      await t.check('TS-CLOCK-8', async () => equal(await all(), [world, world, world], 'the times'));
      await t.check('TS-CLOCK-7', async () => {
        await t.call('touchstone.clock.freeze', { query, body: { at: '2035-01-01T00:00:00Z' } });
        await t.call('touchstone.clock.advance', { query, body: { seconds: 60 } });
        equal(await all(), [later + 60_000, world, world], 'the times after one was moved');
        await t.clock.advance(1);
        equal(await all(), [later + 60_000, world + 1000, world + 1000], "the times after the world's moved");
      });
      await t.check('TS-CLOCK-8', async () => {
        await t.call('touchstone.clock.release', { query });
        equal(await all(), [world + 1000, world + 1000, world + 1000], 'the times after the release');
      });
    },
  },
  {
    title: 'of an account dates what happens in it and in its zones',
    requirements: ['TS-CLOCK-9'],
    features: ['admin'],

    run: async (t) => {
      const { account_id, zone_id, api_token } = await tenantFor(t);
      await t.call('touchstone.clock.freeze', { query: { account_id }, body: { at: moment } });
      const headers = { authorization: `Bearer ${api_token}` };
      const made = await t.as('none').call('settings.setting.edit', {
        params: { zone_id, setting_id: 'content_converter' },
        body: { value: 'on' },
        headers,
      });
      const { modified_on } = made.body.result;
      equal(Date.parse(modified_on ?? ''), Date.parse(moment), 'modified_on of a setting');
      equal(Date.parse(made.headers.get('date') ?? ''), Date.parse(moment), 'the header Date');
    },
  },
]);
