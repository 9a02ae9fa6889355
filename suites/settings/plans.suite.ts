import { equal } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { changeSetting, converter, readSetting, settingValue } from './changing.ts';

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
