import type { Reply } from '../../spec/client.ts';
import { array, isObject, object } from '../harness/assertions.ts';
import { succeeded } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';

/** The setting that the seed names. */
export const converter = 'content_converter';

type Setting = Readonly<Record<string, unknown>>;

/** `result` of an answer, as an object. */
export const getResult = ({ body }: Reply): Setting =>
  object(isObject(body) ? body['result'] : undefined, 'result');

/** Reads a setting. */
export async function readSetting(t: TestContext, id = converter, zone_id = t.zoneId): Promise<Setting> {
  const reply = await t.ask('settings.setting.get', { params: { zone_id, setting_id: id } });
  t.expectSuccess(reply, `the setting ${id}`);
  return getResult(reply);
}

/** Sends any body to a setting. */
export const sendSetting = (
  t: TestContext,
  body: unknown,
  id = converter,
  zone_id = t.zoneId,
): Promise<Reply> => t.ask('settings.setting.edit', { params: { zone_id, setting_id: id }, body });

/** Changes a setting. */
export const changeSetting = (t: TestContext, value: unknown, id = converter, zone_id = t.zoneId) =>
  sendSetting(t, { value }, id, zone_id);

/** Sends any body to the settings of the zone. */
export const sendSettings = (t: TestContext, body: unknown): Promise<Reply> =>
  t.ask('settings.setting.edit-many', { params: { zone_id: t.zoneId }, body });

/** The value of a setting; undefined where the target can't read it, which no seed requires. */
export async function settingValue(t: TestContext, id = converter, zone_id = t.zoneId): Promise<unknown> {
  const reply = await t.ask('settings.setting.get', { params: { zone_id, setting_id: id } });
  return succeeded(reply) && isObject(reply.body) && isObject(reply.body['result'])
    ? reply.body['result']['value']
    : undefined;
}

/** Restores settings of the zone after the test; to `off` where the target can't read them. */
export async function restoreLater(t: TestContext, ...ids: readonly string[]): Promise<void> {
  for (const id of ids.length > 0 ? ids : [converter]) {
    const value = (await settingValue(t, id)) ?? 'off';
    t.after(() => changeSetting(t, value, id));
  }
}

/** All settings of a zone. */
export async function listSettings(t: TestContext, zone_id = t.zoneId): Promise<Setting[]> {
  const reply = await t.ask('settings.setting.list', { params: { zone_id } });
  t.expectSuccess(reply, 'the list of settings');
  return array(isObject(reply.body) ? reply.body['result'] : undefined, 'result').map((setting) =>
    object(setting, 'a setting'),
  );
}

/** The setting with a name in a list. */
export const named = (settings: readonly Setting[], id: string): Setting =>
  object(
    settings.find((setting) => setting['id'] === id),
    `the setting ${id} in the list`,
  );
