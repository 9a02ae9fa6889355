import { describe, expect, it } from 'vitest';
import { CustomHostnames } from './custom-hostnames.ts';
import { worldDefaults } from './defaults.ts';
import type { StoredCustomHostname } from './records.ts';
import { World } from './world.ts';

const { accountId, zoneId } = worldDefaults;

const record = (id: string, hostname: string, zone: string = zoneId): StoredCustomHostname => ({
  id,
  hostname,
  zoneId: zone,
  resource: { id, hostname },
  metadata: '',
});
const one = record('1', 'one.test');
const two = record('2', 'two.test');
const other = record('3', 'three.test', 'other');

function filled(): CustomHostnames {
  const hostnames = new CustomHostnames();
  for (const each of [one, two, other]) hostnames.put(each);
  return hostnames;
}

describe('CustomHostnames', () => {
  it('finds records by hostname in any zone', () => {
    expect(filled().byHostname('three.test')).toBe(other);
    expect(filled().byHostname('four.test')).toBeUndefined();
  });

  it('finds records by id only in their own zone', () => {
    expect(filled().get(zoneId, '1')).toBe(one);
    expect(filled().get('other', '1')).toBeUndefined();
  });

  it('lists and counts those of one zone in order', () => {
    const hostnames = filled();
    expect([hostnames.of(zoneId), hostnames.count(zoneId)]).toEqual([[one, two], 2]);
    expect([hostnames.of('nobody'), hostnames.count('nobody')]).toEqual([[], 0]);
    expect(hostnames.size).toBe(3);
  });

  it('replaces a record in its position', () => {
    const hostnames = filled();
    const changed = { ...one, metadata: '{}' };
    hostnames.put(changed);
    expect(hostnames.of(zoneId)).toEqual([changed, two]);
    expect(hostnames.byHostname('one.test')).toBe(changed);
  });

  it('removes a record from all indexes', () => {
    const hostnames = filled();
    hostnames.remove(one, other);
    expect(hostnames.list()).toEqual([two]);
    expect([hostnames.of(zoneId), hostnames.of('other')]).toEqual([[two], []]);
    expect(hostnames.byHostname('one.test')).toBeUndefined();
  });
});

describe('the custom hostnames of a world', () => {
  const world = () => new World({ tenants: 'strict', seed: 1 });

  it('are gone after a reset', () => {
    const mine = world();
    mine.customHostnames.put(one);
    mine.reset();
    expect(mine.customHostnames.size).toBe(0);
  });

  it('are restored by a snapshot, without later ones', () => {
    const mine = world();
    mine.customHostnames.put(one);
    const restore = mine.snapshot();
    mine.customHostnames.remove(one);
    mine.customHostnames.put(two);
    restore();
    expect(mine.customHostnames.list()).toEqual([one]);
    expect(mine.customHostnames.of(zoneId)).toEqual([one]);
  });

  it('are removed with their zone', () => {
    const mine = world();
    const { id } = mine.addZone({ name: 'b.test', accountId });
    mine.customHostnames.put(record('9', 'nine.test', id));
    mine.customHostnames.put(one);
    mine.removeZone(id);
    expect(mine.zones.get(id)).toBeUndefined();
    expect(mine.customHostnames.list()).toEqual([one]);
  });
});
