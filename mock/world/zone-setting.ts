import { knownSettings, type SettingName } from '../../spec/services/settings/known-settings.ts';
import type { ZoneTenant } from './zone-tenant.ts';

/**
 * What a setting of a zone is now: what it was changed to, or what it is at first.
 *
 * @example
 * zoneSetting(zone, 'content_converter').value; // 'off'
 */
export function zoneSetting(
  zone: ZoneTenant,
  name: SettingName,
): { readonly value: unknown; readonly modified_on: string | null } {
  const { value, modified_on } = zone.settings.get(name) ?? {
    value: knownSettings[name].default,
    modified_on: null,
  };
  return { value, modified_on };
}
