import { describe, expect, it } from 'vitest';
import type { Operation } from '../../spec/services/api-gateway/endpoints.ts';
import { worldDefaults } from '../world/defaults.ts';
import type { StoredTokenRule } from '../world/records.ts';
import { World } from '../world/world.ts';
import { Recent } from './recent.ts';
import { createZoneIndex } from './rule-index.ts';

const at = '2030-01-01T00:00:00.000000Z';

function start() {
  const world = new World({ tenants: 'strict', seed: 1 });
  const zone = world.zone(worldDefaults.zoneId);
  if (!zone) throw new Error('the seeded world has this zone');
  const operation: Operation = {
    operation_id: world.ids.uuid(),
    method: 'GET',
    host: 'a.test',
    endpoint: '/x',
    last_updated: at,
  };
  const rule: StoredTokenRule = {
    id: world.ids.uuid(),
    title: '',
    description: '',
    action: 'block',
    enabled: true,
    expression: 'ssl',
    selector: { include: [{ host: ['a.test'] }] },
    created_at: at,
    last_updated: at,
    modified_by: '',
  };
  const indexOf = createZoneIndex();
  /** The rule of `/x`, from a new index. */
  const found = () => {
    const { operations, rules } = indexOf(zone);
    const match = operations.match('GET', 'a.test', '/x');
    return match && rules.ruleFor(match)?.id;
  };
  return { world, zone, operation, rule, indexOf, found };
}

describe('the index of a zone', () => {
  it('is the same until operations or rules change', () => {
    const { zone, operation, rule, indexOf } = start();
    const first = indexOf(zone);
    expect(indexOf(zone)).toBe(first);
    zone.operations.put(operation);
    const second = indexOf(zone);
    expect(second).not.toBe(first);
    zone.tokenRules.put(rule);
    const third = indexOf(zone);
    expect(third.rules).not.toBe(second.rules);
    expect(third.operations).toBe(second.operations);
  });

  it('follows a zone restored from a snapshot', () => {
    const { world, zone, operation, rule, found } = start();
    const restore = world.snapshot();
    zone.operations.put(operation);
    zone.tokenRules.put(rule);
    expect(found()).toBe(rule.id);
    const again = world.snapshot();
    restore();
    expect(found()).toBeUndefined();
    again();
    expect(found()).toBe(rule.id);
  });
});

describe('Recent', () => {
  it('returns the stored value, by the record itself', () => {
    const [a, b] = [{ id: 'same' }, { id: 'same' }];
    const recent = new Recent<object, number>();
    expect(recent.set(a, 1)).toBe(1);
    recent.set(b, 2);
    recent.set(a, 3);
    expect([recent.get(a), recent.get(b), recent.get({})]).toEqual([3, 2, undefined]);
  });

  it('empties itself when it is full', () => {
    const records = Array.from({ length: 4 }, (_, number) => ({ number }));
    const recent = new Recent<object, number>(3);
    for (const record of records) recent.set(record, record.number);
    expect(records.map((record) => recent.get(record))).toEqual([undefined, undefined, undefined, 3]);
  });
});
