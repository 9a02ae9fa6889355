import type { World } from '../world/world.ts';
import type { ZoneTenant } from '../world/zone-tenant.ts';

/** The zone that a host belongs to: the one with the longest name that is the host or a parent of it. */
export function zoneByHost(world: World, host: string): ZoneTenant | undefined {
  let name = host;
  while (name !== '') {
    const zone = world.zones.byKey(name);
    if (zone) return zone;
    const dot = name.indexOf('.');
    if (dot === -1) return undefined;
    name = name.slice(dot + 1);
  }
  return undefined;
}
