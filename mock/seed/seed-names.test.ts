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
  ])('corrects %s to %s', (given, meant) => {
    expect(nearestName(given, known)).toBe(meant);
  });

  it.each(['something', 'xx', ''])('finds nothing like %j', (given) => {
    expect(nearestName(given, known)).toBeUndefined();
  });
});
