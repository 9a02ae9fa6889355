import { describe, expect, test } from 'vitest';
import type { RulePosition, RulesetRule } from '../../../spec/services/rulesets/schemas.ts';
import { buildRule, buildRules, checkRuleCount, placeRule, type RuleStamp, sameJson } from './build-rules.ts';
import type { CheckedRule } from './check-rule.ts';

const id = (letter: string) => letter.repeat(32);
const input = (more: Partial<CheckedRule> = {}): CheckedRule => ({
  action: 'log',
  expression: 'ssl',
  ...more,
});

/** Returns the ids a, b, c ... */
function stamp(at = '2026-01-01T00:00:00Z'): RuleStamp {
  let next = 10;
  return { at, newId: () => id((next++).toString(16)) };
}

const known: RulesetRule = buildRule(
  input({ description: 'old', ref: 'mine', action_parameters: { x: { y: 1, z: 2 } } }),
  undefined,
  stamp(),
);
const later: RuleStamp = { at: '2026-02-02T00:00:00Z', newId: () => id('f') };
const same = { description: 'old', ref: 'mine', action_parameters: { x: { z: 2, y: 1 } } };

describe('buildRule', () => {
  test('gives a new rule an id, its first version and its defaults', () => {
    expect(buildRule(input(), undefined, stamp())).toEqual({
      id: id('a'),
      version: '1',
      action: 'log',
      expression: 'ssl',
      ref: id('a'),
      enabled: true,
      last_updated: '2026-01-01T00:00:00Z',
    });
  });

  test('leaves an unchanged rule as it was', () => {
    expect(buildRule(input(same), known, later)).toBe(known);
  });

  test('ignores members that only answers have', () => {
    const sent = { ...input(same), id: known.id, version: '9', last_updated: 'now', categories: ['a'] };
    expect(buildRule(sent, known, later)).toBe(known);
  });

  test.each<[string, Partial<CheckedRule>]>([
    ['action', { action: 'block' }],
    ['expression', { expression: 'not ssl' }],
    ['description', { description: 'new' }],
    ['enabled', { enabled: false }],
    ['ref', { ref: 'other' }],
    ['action_parameters', { action_parameters: { x: { y: 1 } } }],
    ['logging', { logging: { enabled: false } }],
  ])('increases the version of a rule when its %s changes', (_, change) => {
    const rule = buildRule(input({ ...same, ...change }), known, later);
    expect(rule).toMatchObject({ id: known.id, version: '2', last_updated: later.at, ...change });
  });

  test('replaces a rule as a whole, and keeps its id and ref', () => {
    const { description, action_parameters, ref } = buildRule(input(), known, later);
    expect([description, action_parameters, ref]).toEqual([undefined, undefined, 'mine']);
  });

  test('sets skips to log unless they say otherwise', () => {
    const skip = input({ action: 'skip', action_parameters: { ruleset: 'current' } });
    expect(buildRule(skip, undefined, stamp()).logging).toEqual({ enabled: true });
    const silent = { ...skip, logging: { enabled: false } };
    expect(buildRule(silent, undefined, stamp()).logging).toEqual({ enabled: false });
  });
});

describe('buildRules', () => {
  const before = buildRules([input({ ref: 'one' }), input({ ref: 'two', action: 'block' })], [], stamp());
  const [one, two] = before as [RulesetRule, RulesetRule];

  test.each<[string, Partial<CheckedRule>[], (string | undefined)[]]>([
    ['by id', [{ id: two.id }, { id: one.id }], [two.id, one.id]],
    ['by ref', [{ ref: 'two' }, { ref: 'one' }], [two.id, one.id]],
    ['by id before ref', [{ id: one.id, ref: 'new' }, { ref: 'two' }], [one.id, two.id]],
    ['not at all', [{}, { ref: 'three' }, { id: id('9') }], [id('c'), id('d'), id('e')]],
  ])('knows rules again %s', (_, sent, ids) => {
    const stamped = stamp();
    // The previous rules took the first two.
    const fresh = [stamped.newId(), stamped.newId()];
    const rules = buildRules(sent.map(input), before, stamped);
    expect(rules.map((rule) => rule.id)).toEqual(ids);
    expect(fresh).toEqual([one.id, two.id]);
  });

  test.each<[string, Partial<CheckedRule>[], string]>([
    ['an id twice', [{ id: one.id }, { id: one.id }], '/rules/1/id'],
    ['a ref twice', [{ ref: 'same' }, {}, { ref: 'same' }], '/rules/2/ref'],
    ['a rule by id and by ref', [{ id: one.id }, { ref: 'one' }], '/rules/1/ref'],
    ['the ref of another', [{ id: one.id, ref: 'two' }, { id: two.id }], '/rules/1/ref'],
  ])('refuses %s', (_, sent, pointer) => {
    expect(() => buildRules(sent.map(input), before, stamp())).toThrow(
      expect.objectContaining({ failure: 'ruleset-rule-twice', pointer }),
    );
  });
});

describe('checkRuleCount', () => {
  test('allows 1000 rules and no more', () => {
    expect(() => checkRuleCount(1000, '')).not.toThrow();
    expect(() => checkRuleCount(1001, '/rules')).toThrow(/1001 rules, and the limit is 1000/);
  });
});

const rule = (letter: string): RulesetRule => ({
  id: id(letter),
  version: '1',
  action: 'log',
  expression: 'ssl',
  enabled: true,
  ref: letter,
  last_updated: '2026-01-01T00:00:00Z',
});
const [a, b, c] = [rule('a'), rule('b'), rule('c')];
const rules = [a, b, c];
const names = (list: readonly RulesetRule[]) => list.map(({ ref }) => ref).join('');

describe('placeRule', () => {
  test.each<[string, RulePosition]>([
    ['bac', { before: id('a') }],
    ['bac', { before: '' }],
    ['bac', { index: 1 }],
    ['abc', { after: id('a') }],
    ['abc', { before: id('c') }],
    ['abc', { index: 2 }],
    ['acb', { after: id('c') }],
    ['acb', { after: '' }],
    ['acb', { index: 3 }],
    ['acb', { index: 99 }],
  ])('returns %s for the second of abc at %j', (order, position) => {
    expect(names(placeRule(rules, b, position, ''))).toBe(order);
  });

  test('inserts a rule among those it does not belong to yet', () => {
    expect(names(placeRule(rules, rule('d'), { before: id('b') }, ''))).toBe('adbc');
  });

  test.each<[string, RulePosition]>([
    ['/position/before', { before: id('b') }],
    ['/position/after', { after: id('b') }],
    ['/position/before', { before: id('e') }],
    ['/position/after', { after: id('e') }],
  ])('points at %s when it refuses %j', (pointer, position) => {
    expect(() => placeRule(rules, b, position, '/position')).toThrow(expect.objectContaining({ pointer }));
  });
});

describe('sameJson', () => {
  test.each([
    [1, 1],
    [null, null],
    [[], []],
    [
      { a: 1, b: [true, { c: 'd' }] },
      { b: [true, { c: 'd' }], a: 1 },
    ],
  ])('says that %j is %j', (one, other) => {
    expect(sameJson(one, other)).toBe(true);
  });

  test.each([
    [1, '1'],
    [null, {}],
    [[], {}],
    [
      [1, 2],
      [2, 1],
    ],
    [{ a: 1 }, { a: 1, b: undefined }],
    [{ a: undefined }, { b: undefined }],
    [{ a: { b: 1 } }, { a: { b: 2 } }],
  ])('says that %j is not %j', (one, other) => {
    expect(sameJson(one, other)).toBe(false);
  });
});
