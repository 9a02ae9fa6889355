import { describe, expect, it } from 'vitest';
import type { Operation } from '../../spec/services/api-gateway/endpoints.ts';
import { worldDefaults } from '../world/defaults.ts';
import { IdSource } from '../world/ids.ts';
import type { StoredTokenRule } from '../world/records.ts';
import { World } from '../world/world.ts';
import { Recent } from './recent.ts';
import { createZoneIndex, RuleIndex } from './rule-index.ts';

const ids = new IdSource(1);
const at = '2030-01-01T00:00:00.000000Z';
const operation = (host: string): Operation => ({
  operation_id: ids.uuid(),
  method: 'GET',
  host,
  endpoint: '/',
  last_updated: at,
});
const onA = operation('a.test');
const onB = operation('b.test');

function rule(title: string, selector: StoredTokenRule['selector'], enabled = true): StoredTokenRule {
  return {
    id: ids.uuid(),
    title,
    description: '',
    action: 'block',
    enabled,
    expression: 'ssl',
    selector,
    created_at: at,
    last_updated: at,
    modified_by: '',
  };
}

const a = { include: [{ host: ['a.test'] }] };
const both = { include: [{ host: ['A.test'] }, { host: ['b.test'] }] };
const withoutA = { ...both, exclude: [{ operation_ids: [onA.operation_id.toUpperCase()] }] };

describe('RuleIndex', () => {
  it.each([
    ['nothing without rules', [], onA, undefined],
    ['the rule that includes the host', [rule('1', a)], onA, '1'],
    ['nothing for another host', [rule('1', a)], onB, undefined],
    ['the first of two', [rule('1', both), rule('2', a)], onA, '1'],
    ['the first of two in their other order', [rule('2', a), rule('1', both)], onA, '2'],
    ['the next one after a disabled one', [rule('1', a, false), rule('2', both)], onA, '2'],
    ['the next one after one that excludes the operation', [rule('1', withoutA), rule('2', a)], onA, '2'],
    ['nothing when the only one excludes the operation', [rule('1', withoutA)], onA, undefined],
    ['another operation of an excluded one', [rule('1', withoutA)], onB, '1'],
    ['nothing with an empty selector', [rule('1', {})], onA, undefined],
    ['nothing with lists of null', [rule('1', { include: null, exclude: null })], onA, undefined],
    ['nothing with empty lists', [rule('1', { include: [], exclude: [] })], onA, undefined],
    [
      'nothing with an exclude alone',
      [rule('1', { exclude: [{ operation_ids: [onB.operation_id] }] })],
      onA,
      undefined,
    ],
  ] as [string, StoredTokenRule[], Operation, string | undefined][])(
    'finds %s',
    (_, rules, wanted, title) => {
      const index = new RuleIndex(rules);
      expect(index.ruleFor(wanted)?.title).toBe(title);
      // The index caches the rule, and returns the same one the second time.
      expect(index.ruleFor(wanted)?.title).toBe(title);
    },
  );

  it('matches a host with a variable by its text alone', () => {
    const saved = operation('{hostVar1}.c.test');
    const index = new RuleIndex([
      rule('1', { include: [{ host: ['x.c.test'] }] }),
      rule('2', { include: [{ host: ['{hostVar1}.c.test'] }] }),
    ]);
    expect(index.ruleFor(saved)?.title).toBe('2');
  });
});

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

  it('follows new, changed and deleted operations and rules', () => {
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
