import { describe, expect, test } from 'vitest';
import type { RulePosition, RulesetRule } from '../../../spec/services/rulesets/schemas.ts';
import { checkRuleCount, placeRule, sameJson } from './build-rules.ts';

const id = (letter: string) => letter.repeat(32);

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

describe('placeRule', () => {
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
