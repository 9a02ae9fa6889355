import type { TestContext } from '../harness/context.ts';
import { changeSetting, converter, readSetting, restoreLater } from '../settings/changing.ts';
import { codeOfRefusal, OtherBehaviour, type Probes, statusOfRefusal } from './probe.ts';

/** A zone without the right to convert: the target's, or a new one on the Free plan. */
async function freeZone(t: TestContext): Promise<string> {
  const isFree = async (zone_id: string) => (await readSetting(t, converter, zone_id))['editable'] === false;
  if (await isFree(t.zoneId)) return t.zoneId;
  const { id: zone_id } = await t.zone();
  if (await isFree(zone_id)) return zone_id;
  await t.ask('zones.zone.edit', { params: { zone_id }, body: { plan: { legacy_id: 'free' } } });
  if (await isFree(zone_id)) return zone_id;
  return t.skip('every zone may convert here: set a zone on the Free plan (--zone-id)');
}

const changeInFreeZone = async (t: TestContext) => changeSetting(t, 'on', converter, await freeZone(t));

/** Waits until the clock shows another time than this one. */
const nextTime = (time: string) =>
  new Promise((resolve) => setTimeout(resolve, time.includes('.') ? 20 : 1_100));

export const settingsProbes: Probes<'settings'> = {
  async 'settings.unknown.status'(t) {
    await readSetting(t);
    const params = { zone_id: t.zoneId, setting_id: 'touchstone_nowhere' };
    return statusOfRefusal(await t.ask('settings.setting.get', { params }));
  },
  'settings.not-editable.status': async (t) => statusOfRefusal(await changeInFreeZone(t)),
  'settings.not-editable.code': async (t) => codeOfRefusal(await changeInFreeZone(t)),
  async 'settings.same-value.counts'(t) {
    await restoreLater(t);
    const { value, editable } = await readSetting(t);
    if (editable === false) t.skip("content_converter can't be changed in this zone");
    const changed = async () => {
      t.expectSuccess(await changeSetting(t, value === 'on' ? 'off' : 'on'), 'the change');
      return (await readSetting(t))['modified_on'];
    };
    const first = await changed();
    if (typeof first !== 'string') return new OtherBehaviour('modified_on is missing');
    await nextTime(first);
    return (await changed()) !== first;
  },
};
