import type { StoredCustomHostname } from '../world/records.ts';
import type { World } from '../world/world.ts';
import type { ZoneTenant } from '../world/zone-tenant.ts';

/**
 * The zone of a host: that of its custom hostname, else the zone with the longest name that equals the host or is a
 * parent of it.
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

/**
 * The custom hostname of a host: an exact match, else the wildcard that matches it with one label. A zone of the same
 * name takes precedence over the wildcard.
 *
 * @param host in lower case, without a port
 *
 * @example
 * customHostnameFor(world, 'a.customer.localhost')?.hostname; // '*.customer.localhost'
 */
export function customHostnameFor(world: World, host: string): StoredCustomHostname | undefined {
  const { customHostnames } = world;
  if (customHostnames.size === 0) return undefined;
  const exact = customHostnames.byHostname(host);
  if (exact) return exact;
  const dot = host.indexOf('.');
  if (dot === -1 || world.zones.byKey(host)) return undefined;
  return customHostnames.byHostname(`*${host.slice(dot)}`);
}
