import { describe, expect, it } from 'vitest';
import { nearestName } from './seed-names.ts';

const known = ['operations', 'tokens', 'zones', 'rulesets', 'token_rules', 'id'];

describe('nearestName', () => {
  it.each([
    ['oprations', 'operations'],
    ['Operations', 'operations'],
    ['ruleset', 'rulesets'],
    ['tokenrules', 'token_rules'],
    ['ids', 'id'],
    ['zoens', 'zones'],
  ])('takes %s for %s', (given, meant) => {
    expect(nearestName(given, known)).toBe(meant);
  });

  it.each(['something', 'xx', ''])('takes %j for nothing', (given) => {
    expect(nearestName(given, known)).toBeUndefined();
  });
});
