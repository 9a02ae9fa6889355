import { describe, expect, test } from 'vitest';
import type { RulePosition, RulesetRule } from '../../../spec/services/rulesets/schemas.ts';
import { placeRule } from './place-rule.ts';

const id = (letter: string) => letter.repeat(32);
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
  ])('gives %s for the second of abc at %j', (order, position) => {
    expect(names(placeRule(rules, b, position, ''))).toBe(order);
  });

  test('puts a rule among those it does not belong to yet', () => {
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
