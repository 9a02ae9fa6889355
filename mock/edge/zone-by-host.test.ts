import { describe, expect, it } from 'vitest';
import { World } from '../world/world.ts';
import { zoneByHost } from './zone-by-host.ts';

const world = new World({ tenants: 'strict', seed: 1 });
world.addZone({ name: 'shop.example.localhost', accountId: '', type: 'full' });

describe('zoneByHost', () => {
  it.each([
    ['example.localhost', 'example.localhost'],
    ['api.example.localhost', 'example.localhost'],
    ['a.b.c.example.localhost', 'example.localhost'],
    ['shop.example.localhost', 'shop.example.localhost'],
    ['api.shop.example.localhost', 'shop.example.localhost'],
    ['notexample.localhost', undefined],
    ['example.localhost.evil.test', undefined],
    ['localhost', undefined],
    ['', undefined],
    ['.', undefined],
    ['...', undefined],
  ])('finds for %s the zone %s', (host, name) => {
    expect(zoneByHost(world, host)?.zone.name).toBe(name);
  });

  it('makes no zone, where they are made on demand either', () => {
    const onDemand = new World({ tenants: 'on-demand', seed: 1 });
    expect(zoneByHost(onDemand, `${'f'.repeat(32)}.localhost`)).toBeUndefined();
  });
});
