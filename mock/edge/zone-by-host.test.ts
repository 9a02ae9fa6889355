import { describe, expect, it } from 'vitest';
import { worldDefaults } from '../world/defaults.ts';
import { World } from '../world/world.ts';
import { customHostnameFor, zoneByHost } from './zone-by-host.ts';

const world = new World({ tenants: 'strict', seed: 1 });
world.addZone({ name: 'shop.example.localhost', accountId: '', type: 'full' });

describe('zoneByHost', () => {
  it.each([
    ['example.localhost', 'example.localhost'],
    ['a.b.c.example.localhost', 'example.localhost'],
    ['shop.example.localhost', 'shop.example.localhost'],
    ['api.shop.example.localhost', 'shop.example.localhost'],
    ['notexample.localhost', undefined],
    ['example.localhost.evil.test', undefined],
    ['', undefined],
  ])('finds for %s the zone %s', (host, name) => {
    expect(zoneByHost(world, host)?.zone.name).toBe(name);
  });

  it('creates no zone, even when zones are created on demand', () => {
    const onDemand = new World({ tenants: 'on-demand', seed: 1 });
    expect(zoneByHost(onDemand, `${'f'.repeat(32)}.localhost`)).toBeUndefined();
  });
});

const { accountId, zoneName } = worldDefaults;

/** A second zone, `shops.test`, with custom hostnames. */
function worldWith(...hostnames: readonly string[]): World {
  const world = new World({ tenants: 'strict', seed: 1 });
  const { id: zoneId } = world.addZone({ name: 'shops.test', accountId });
  for (const hostname of hostnames) {
    world.customHostnames.put({
      id: hostname,
      hostname,
      zoneId,
      resource: { id: hostname, hostname },
      metadata: '',
    });
  }
  return world;
}

describe('customHostnameFor and zoneByHost', () => {
  it.each([
    ['a host that is one', ['a.customer.test'], 'a.customer.test', 'a.customer.test', 'shops.test'],
    ['a host below a wildcard', ['*.customer.test'], 'a.customer.test', '*.customer.test', 'shops.test'],
    ['an exact host next to a wildcard', ['*.c.test', 'a.c.test'], 'a.c.test', 'a.c.test', 'shops.test'],
    ['the parent of a wildcard', ['*.customer.test'], 'customer.test', undefined, undefined],
    ['two labels below a wildcard', ['*.customer.test'], 'a.b.customer.test', undefined, undefined],
    ['a host below one that is no wildcard', ['customer.test'], 'a.customer.test', undefined, undefined],
    ['a host of a zone', ['a.customer.test'], `api.${zoneName}`, undefined, zoneName],
    [
      'a host inside another zone',
      [`shop.${zoneName}`],
      `shop.${zoneName}`,
      `shop.${zoneName}`,
      'shops.test',
    ],
    ['another host of that zone', [`shop.${zoneName}`], `api.${zoneName}`, undefined, zoneName],
    ['a wildcard below another zone', [`*.${zoneName}`], `api.${zoneName}`, `*.${zoneName}`, 'shops.test'],
    ['a zone name that a wildcard covers', ['*.localhost'], zoneName, undefined, zoneName],
    ['a host of one label', ['*.test'], 'test', undefined, undefined],
  ])('knows %s', (_, hostnames, host, custom, zone) => {
    const world = worldWith(...hostnames);
    expect(customHostnameFor(world, host)?.hostname).toBe(custom);
    expect(zoneByHost(world, host)?.zone.name).toBe(zone);
  });

  it('finds no custom hostname when there is none', () => {
    expect(customHostnameFor(worldWith(), 'a.customer.test')).toBeUndefined();
  });
});
