import { describe, expect, it } from 'vitest';
import type { Operation } from '../../spec/services/api-gateway/schemas.ts';
import { worldDefaults } from '../world/defaults.ts';
import type { StoredTokenRule } from '../world/records.ts';
import { World } from '../world/world.ts';
import { createZoneIndex } from './zone-index.ts';

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
  /** The rule that decides on `/x`, found anew. */
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

  it('follows operations and rules as they come, change and go', () => {
    const { zone, operation, rule, found } = start();
    expect(found()).toBeUndefined();
    zone.tokenRules.put(rule);
    expect(found()).toBeUndefined();
    zone.operations.put(operation);
    expect(found()).toBe(rule.id);
    zone.tokenRules.put({ ...rule, enabled: false });
    expect(found()).toBeUndefined();
    zone.tokenRules.put(rule);
    zone.operations.remove(operation.operation_id);
    expect(found()).toBeUndefined();
  });

  it('follows a zone back to a snapshot', () => {
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
