import { describe, expect, it } from 'vitest';
import { constantFilter } from './constant-filter.ts';
import { compileRulesetExpression } from './ruleset-expression.ts';

const nothing = { get: () => undefined };

describe('constantFilter', () => {
  it.each([
    ['true', true],
    [' true ', true],
    ['false', false],
  ])('holds for %j what it says', (source, value) => {
    expect(constantFilter(source)?.evaluate(nothing)).toBe(value);
    expect(compileRulesetExpression('http_request_firewall_custom', source)?.evaluate(nothing)).toBe(value);
  });

  it.each(['TRUE', 'true and ssl', 'not true', ''])('leaves %j to the compiler', (source) => {
    expect(constantFilter(source)).toBeUndefined();
    expect(() => compileRulesetExpression('http_request_firewall_custom', source)).toThrow();
  });
});
