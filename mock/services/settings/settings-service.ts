import { ApiError } from '../../../spec/errors.ts';
import {
  type endpoints,
  keptSettingMessage,
  type Setting,
} from '../../../spec/services/settings/endpoints.ts';
import {
  type KnownSetting,
  knownSetting,
  knownSettings,
  mayConvert,
  type SettingName,
  settingNames,
} from '../../../spec/services/settings/known-settings.ts';
import type { Service } from '../../api/call.ts';
import type { World } from '../../world/world.ts';
import { zoneSetting } from '../../world/zone-record.ts';
import type { ZoneTenant } from '../../world/zone-tenant.ts';

/** The settings with an effect in this mock; the others are only stored and returned. */
const effective: ReadonlySet<string> = new Set<SettingName>(['content_converter']);

/** Settings of zones: cloudflare-typescript, Zones. */
export function createSettingsService(): Service<typeof endpoints> {
  return {
    'settings.setting.list': ({ world, zone }) => ({
      result: settingNames.map((name) => getSetting(world, zone, name)),
    }),

    'settings.setting.get': ({ world, zone, params }) => ({
      result: getSetting(world, zone, requireName(params.setting_id)),
    }),

    'settings.setting.edit': ({ world, zone, params, body, restsOn }) => {
      const change = checkChange(world, zone, params.setting_id, body?.value, '/value');
      const kept = keptWithoutEffect([change], restsOn);
      return { result: apply(world, zone, change), messages: kept };
    },

    'settings.setting.edit-many': ({ world, zone, body, restsOn }) => {
      const changes = body.items.map(({ id, value }, index) =>
        checkChange(world, zone, id, value, `/items/${index}/value`),
      );
      const kept = keptWithoutEffect(changes, restsOn);
      return { result: changes.map((change) => apply(world, zone, change)), messages: kept };
    },
  };
}

interface Change {
  readonly name: SettingName;
  readonly value: unknown;
}

function isSettingName(name: string): name is SettingName {
  return knownSetting(name) !== undefined;
}

/** @throws ApiError `setting-unknown` */
function requireName(name: string): SettingName {
  if (!isSettingName(name)) throw new ApiError('setting-unknown', { setting_id: name });
  return name;
}

/** @throws ApiError `setting-unknown`, `setting-not-editable` or `setting-value-invalid` */
function checkChange(world: World, zone: ZoneTenant, id: string, value: unknown, pointer: string): Change {
  const name = requireName(id);
  if (!isEditable(world, zone, name)) {
    const failure = name === 'content_converter' ? 'setting-conversion-not-editable' : 'setting-not-editable';
    throw new ApiError(failure, { setting_id: name, plan: zone.zone.plan.legacy_id });
  }
  const outcome = knownSettings[name].value.safeParse(value);
  if (!outcome.success) throw new ApiError('setting-value-invalid', { setting_id: name }, pointer);
  return { name, value: outcome.data };
}

function isEditable(world: World, zone: ZoneTenant, name: SettingName): boolean {
  const plan = zone.zone.plan.legacy_id;
  if (name === 'content_converter') {
    return mayConvert({ plan, customHostnames: world.customHostnames.count(zone.id) });
  }
  const { plans }: KnownSetting = knownSettings[name];
  return plans.includes(plan);
}

/** The note about settings without an effect in this mock; such an answer has a lower certainty. */
function keptWithoutEffect(
  changes: readonly Change[],
  restsOn: (certainty: 'inferred') => void,
): { code: number; message: string }[] {
  const kept = changes.filter(({ name }) => !effective.has(name));
  if (kept.length > 0) restsOn('inferred');
  return kept.map(({ name }) => keptSettingMessage(name));
}

function apply(world: World, zone: ZoneTenant, { name, value }: Change): Setting {
  if (world.stances.get('settings.same-value.counts') || !isSame(zoneSetting(zone, name).value, value))
    zone.settings.put({ id: name, value, modified_on: zone.clock.timestamp() });
  return getSetting(world, zone, name);
}

/** Values of settings are JSON, and those of one setting have a fixed order of members. */
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function getSetting(world: World, zone: ZoneTenant, name: SettingName): Setting {
  const { value, modified_on } = zoneSetting(zone, name);
  return { id: name, value, editable: isEditable(world, zone, name), modified_on };
}
