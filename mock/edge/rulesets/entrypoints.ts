import type { PhaseName } from '../../../spec/services/rulesets/phases.ts';
import type { Ruleset } from '../../../spec/services/rulesets/schemas.ts';
import type { World } from '../../world/world.ts';
import type { ZoneTenant } from '../../world/zone-tenant.ts';
import { Recent } from '../recent.ts';

/** Rulesets that a request for a zone can meet, as they were when they were looked through. */
export interface ZoneRulesets {
  /** Where the phase begins: with the account's own ruleset, then with the zone's. */
  entrypoints(phase: PhaseName): readonly Readonly<Ruleset>[];
  /** A ruleset that a rule runs by id. */
  byId(id: string): Readonly<Ruleset> | undefined;
}

const none: readonly Readonly<Ruleset>[] = [];

/** The rulesets of each zone, looked through again when the zone's or its account's changed. */
export function createZoneRulesets(world: World) {
  const known = new Recent<
    ZoneTenant,
    { zoneVersion: number; accountVersion: number; rulesets: ZoneRulesets }
  >();

  return (zone: ZoneTenant): ZoneRulesets => {
    const account = world.accounts.get(zone.zone.account.id);
    const zoneVersion = zone.rulesets.version;
    const accountVersion = account?.rulesets.version ?? 0;
    const before = known.get(zone);
    if (before?.zoneVersion === zoneVersion && before.accountVersion === accountVersion)
      return before.rulesets;
    const phases = new Map<PhaseName, Readonly<Ruleset>[]>();
    const all = new Map<string, Readonly<Ruleset>>();
    for (const { current } of [...(account?.rulesets.list() ?? []), ...zone.rulesets.list()]) {
      all.set(current.id, current);
      if (current.kind !== 'root' && current.kind !== 'zone') continue;
      const list = phases.get(current.phase);
      if (list) list.push(current);
      else phases.set(current.phase, [current]);
    }
    const rulesets: ZoneRulesets = {
      entrypoints: (phase) => phases.get(phase) ?? none,
      byId: (id) => all.get(id),
    };
    known.set(zone, { zoneVersion, accountVersion, rulesets });
    return rulesets;
  };
}
