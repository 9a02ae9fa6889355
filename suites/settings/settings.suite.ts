import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, isObject, match, ok, oneOf, show } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';
import { timestamp } from '../token-validation/requests.ts';
import {
  changeSetting,
  converter,
  getResult,
  listSettings,
  named,
  readSetting,
  restoreLater,
  sendSetting,
  sendSettings,
  settingValue,
} from './changing.ts';

const unknown = 'no_such_setting';

/** Reading and changing settings of a zone. */
export const settingsSuite = defineSuite('settings/settings', [
  test(['ST-CONV-1', 'ST-CONV-3'], 'switches conversion on', async (t) => {
    await restoreLater(t);
    t.expectSuccess(await changeSetting(t, 'on'), 'the change');
  }),
  {
    title: 'returns the setting, as it is read, for a change',
    requirements: ['ST-SET-6', 'ST-SET-22', 'ST-SET-18'],
    run: async (t) => {
      await restoreLater(t);
      const reply = await changeSetting(t, 'on');
      t.expectSuccess(reply, 'the change');
      const read = await readSetting(t);
      equal(read['value'], 'on', 'the read value');
      await t.check('ST-SET-22', () => equal(reply.status, 200, 'the status'));
      await t.check('ST-SET-6', () => equal(getResult(reply), read, 'result'));
      await t.check('ST-SET-18', () =>
        match(read['modified_on'], /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/, 'modified_on'),
      );
    },
  },
  test('ST-SET-5', 'switches conversion off again', async (t) => {
    await restoreLater(t);
    for (const value of ['on', 'off']) {
      t.expectSuccess(await changeSetting(t, value), `the change to ${value}`);
      equal((await readSetting(t))['value'], value, 'the read value');
    }
  }),
  test('ST-CONV-4', 'refuses a change without the permission to edit settings', async (t) => {
    await restoreLater(t);
    t.expectSuccess(await changeSetting(t, 'on'), 'the change with the permission');
    const read = t.as('read');
    const params = { zone_id: t.zoneId, setting_id: converter };
    for (const value of ['on', 'off']) {
      const reply = await read.ask('settings.setting.edit', { params, body: { value } });
      t.expectFailure(reply, { shape: 'own' });
    }
    const value = await settingValue(t);
    if (value !== undefined) equal(value, 'on', 'the read value');
  }),
  test(['ST-SET-1', 'ST-SET-2', 'ST-SET-3', 'ST-SET-4'], 'has every member of a setting', async (t) => {
    const { id, value, editable, modified_on } = await readSetting(t);
    await t.check('ST-SET-1', () => equal(id, converter, 'id'));
    await t.check('ST-SET-2', () => oneOf(value, ['on', 'off'], 'value'));
    await t.check('ST-SET-3', () =>
      ok(typeof editable === 'boolean', `editable is ${show(editable)}, expected a boolean`),
    );
    await t.check('ST-SET-4', () => {
      if (modified_on !== null) match(modified_on, timestamp, 'modified_on');
    });
  }),
  test('ST-SET-7', 'reads a setting with the permission to read settings', async (t) => {
    const params = { zone_id: t.zoneId, setting_id: converter };
    t.expectSuccess(await t.as('read').ask('settings.setting.get', { params }), 'the read-only token');
  }),
  test('ST-SET-8', 'refuses to read a setting without any permission for settings', async (t) => {
    const params = { zone_id: t.zoneId, setting_id: converter };
    t.expectSuccess(await t.ask('settings.setting.get', { params }), 'the full token');
    t.expectFailure(await t.as('gateway').ask('settings.setting.get', { params }));
  }),
  test(['ST-SET-20', 'ST-SET-21', 'ST-SET-26'], 'is off and unchanged in a new zone', async (t) => {
    const [one, other] = [await t.zone(), await t.zone()];
    const { value, modified_on } = await readSetting(t, converter, one.id);
    await t.check('ST-SET-20', () => equal(value, 'off', 'value'));
    await t.check('ST-SET-21', () => equal(modified_on, null, 'modified_on'));
    t.expectSuccess(await changeSetting(t, 'on', converter, one.id), 'the change');
    await t.check('ST-SET-26', async () =>
      equal((await readSetting(t, converter, other.id))['value'], 'off', 'value in the other zone'),
    );
  }),
  test(['ST-SET-11', 'ST-SET-24', 'ST-SET-25'], 'lists settings as they are read one by one', async (t) => {
    const settings = await listSettings(t);
    await t.check('ST-SET-24', async () => {
      for (const setting of settings.slice(0, 10)) {
        equal(await readSetting(t, String(setting['id'])), setting, `the setting ${setting['id']}`);
      }
      equal(await readSetting(t), named(settings, converter), converter);
    });
    await t.check('ST-SET-25', () => {
      const ids = settings.map(({ id }) => id);
      equal(
        ids.filter((id, index) => ids.indexOf(id) !== index),
        [],
        'repeated ids',
      );
    });
  }),
  test('ST-SET-12', 'changes several settings at once', async (t) => {
    const ids = [converter, 'always_online'];
    await restoreLater(t, ...ids);
    for (const value of ['on', 'off']) {
      const reply = await sendSettings(t, { items: ids.map((id) => ({ id, value })) });
      t.expectSuccess(reply, 'the change');
      const settings = await listSettings(t);
      for (const id of ids) equal(named(settings, id)['value'], value, `value of ${id}`);
    }
  }),
  test('ST-SET-23', 'changes none of several settings when one is refused', async (t) => {
    const ids = [converter, 'always_online'];
    await restoreLater(t, ...ids);
    const items = (last: unknown) => [
      { id: converter, value: 'off' },
      { id: 'always_online', value: last },
    ];
    await t.refused({
      good: () => sendSettings(t, { items: items('off') }),
      bad: () => sendSettings(t, { items: [{ id: converter, value: 'on' }, items('maybe')[1]] }),
      snapshot: () => listSettings(t),
    });
  }),
  test('ST-SET-13', 'refuses several settings without items', async (t) => {
    await restoreLater(t);
    await t.refused({
      good: () => sendSettings(t, { items: [{ id: converter, value: 'off' }] }),
      bad: [
        { what: 'without items', send: () => sendSettings(t, {}) },
        {
          what: 'with an item instead of a list',
          send: () => sendSettings(t, { id: converter, value: 'on' }),
        },
      ],
      code: 1004,
      snapshot: () => readSetting(t),
    });
  }),
  test(['ST-SET-14', 'ST-SET-15'], 'refuses an invalid value of a setting', async (t) => {
    await restoreLater(t);
    const values = ['yes', 'ON', '', true, 1, null, ['on'], { value: 'on' }];
    await t.refused({
      good: () => changeSetting(t, 'off'),
      bad: values.map((value) => ({ what: `with ${show(value)}`, send: () => changeSetting(t, value) })),
      pointer: '/value',
      code: 1007,
      snapshot: () => readSetting(t),
    });
    const { status, body } = await changeSetting(t, 'yes');
    await t.check('ST-SET-14', () => equal(status, 400, 'the status'));
    await t.check('ST-SET-15', () => {
      const [error] = isObject(body) && Array.isArray(body['errors']) ? body['errors'] : [];
      const message = isObject(error) ? error['message'] : undefined;
      equal(message, `Invalid value for zone setting ${converter}`, 'the message');
    });
  }),
  test('ST-SET-16', 'refuses a change without a value', async (t) => {
    await restoreLater(t);
    await t.refused({
      good: () => changeSetting(t, 'off'),
      bad: [
        { what: 'with an empty object', send: () => sendSetting(t, {}) },
        { what: 'without a body', send: () => sendSetting(t, undefined) },
      ],
      code: 1007,
      snapshot: () => readSetting(t),
    });
  }),
  test('ST-SET-17', 'refuses an unknown name', async (t) => {
    await restoreLater(t);
    await t.refused({
      good: () => changeSetting(t, 'off'),
      bad: () => changeSetting(t, 'off', unknown),
      code: 1006,
      snapshot: () => listSettings(t),
    });
    t.expectFailure(
      await t.ask('settings.setting.get', { params: { zone_id: t.zoneId, setting_id: unknown } }),
      {
        code: 1006,
      },
    );
  }),
  test('ST-SET-19', 'refuses to change a read-only setting', async (t) => {
    const fixed = (await listSettings(t)).find(({ editable }) => editable === false);
    if (!fixed) return t.skip('the target can change every setting of the zone');
    await restoreLater(t);
    const id = String(fixed['id']);
    await t.refused({
      good: () => changeSetting(t, 'off'),
      bad: () => changeSetting(t, fixed['value'], id),
      code: 1057,
      snapshot: () => readSetting(t, id),
    });
  }),
] satisfies Test<KnownRequirementId>[]);

type Plan = 'free' | 'pro' | 'business' | 'enterprise';

/** Creates a zone on a plan. */
async function zoneOn(t: TestContext, legacy_id: Plan): Promise<string> {
  const { id } = await t.zone();
  await setPlan(t, id, legacy_id);
  return id;
}

const setPlan = (t: TestContext, zone_id: string, legacy_id: Plan) =>
  t.call('zones.zone.edit', { params: { zone_id }, body: { plan: { legacy_id } } });

/** Plans that may switch conversion on. */
export const settingPlansSuite = defineSuite('settings/plans', [
  ...(
    [
      ['pro', 'ST-PLAN-1'],
      ['business', 'ST-PLAN-2'],
      ['enterprise', 'ST-PLAN-3'],
    ] as const
  ).map(([plan, requirement]) =>
    test([requirement, 'ST-SET-9'], `lets a zone on the plan ${plan} switch conversion on`, async (t) => {
      const zone = await zoneOn(t, plan);
      t.expectSuccess(await changeSetting(t, 'on', converter, zone), 'the change');
      await t.check('ST-SET-9', async () => {
        const { value, editable } = await readSetting(t, converter, zone);
        equal([value, editable], ['on', true], 'value and editable');
      });
    }),
  ),
  test(['ST-PLAN-5', 'ST-SET-10'], 'lets no zone on the Free plan switch conversion on', async (t) => {
    const [free, pro] = [await zoneOn(t, 'free'), await zoneOn(t, 'pro')];
    await t.refused({
      good: () => changeSetting(t, 'on', converter, pro),
      bad: [{ what: 'on the Free plan', shape: 'own', send: () => changeSetting(t, 'on', converter, free) }],
      snapshot: () => settingValue(t, converter, free),
    });
    await t.check('ST-SET-10', async () => {
      const { value, editable } = await readSetting(t, converter, free);
      equal([value, editable], ['off', false], 'value and editable');
    });
  }),
  test('ST-PLAN-4', 'lets a zone with custom hostnames switch conversion on', async (t) => {
    const zone_id = await zoneOn(t, 'free');
    const hostname = `shop.${t.zoneLabel()}`;
    t.expectFailure(await changeSetting(t, 'on', converter, zone_id), { shape: 'own' });
    await t.call('custom-hostnames.hostname.create', { params: { zone_id }, body: { hostname } });
    t.expectSuccess(await changeSetting(t, 'on', converter, zone_id), 'the change');
  }),
]);
