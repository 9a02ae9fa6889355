import type { ZoneTenant } from '../world/zone-tenant.ts';

/**
 * The settings in force for one request, by the names that `set_config` gives them, for example
 * `{ content_converter: true }`. A setting that no rule chose and that the zone leaves at its default is
 * absent.
 */
export type Decisions = Readonly<Record<string, unknown>>;

/** Settings of the zone itself that rules can overrule: fact sheet markdown-conversion, section 7.1. */
export function zoneDecisions(zone: ZoneTenant): Decisions {
  return zone.settings.get('content_converter')?.value === 'on' ? { content_converter: true } : {};
}
