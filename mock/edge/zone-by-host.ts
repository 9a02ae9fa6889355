import type { World } from '../world/world.ts';
import type { ZoneTenant } from '../world/zone-tenant.ts';
import { customHostnameFor } from './custom-hostname-for.ts';

/**
 * The zone that a host belongs to: that of its custom hostname, else the one with the longest name that is
 * the host or a parent of it.
 */
export function zoneByHost(world: World, host: string): ZoneTenant | undefined {
  const custom = customHostnameFor(world, host);
  if (custom) return world.zones.get(custom.zoneId);
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
