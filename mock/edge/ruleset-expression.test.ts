import { describe, expect, it } from 'vitest';
import { ExpressionError } from '../engines/expressions/index.ts';
import { compileRulesetExpression, constantFilter } from './ruleset-expression.ts';

describe('compileRulesetExpression', () => {
  it.each([
    ['is_jwt_valid', 'http_request_firewall_custom', 'is_jwt_valid("c")', 'expression_unknown_identifier'],
    [
      'claims in a configuration rule',
      'http_config_settings',
      'http.request.jwt.claims.sub["c"][0] eq "a"',
      'expression_unknown_identifier',
    ],
    [
      'a function of another phase',
      'http_config_settings',
      'sha256("a") eq "b"',
      'expression_unknown_identifier',
    ],
    ['a blank expression', 'http_response_compression', ' ', 'expression_blank'],
    ['an endless expression', 'magic_transit', 'x'.repeat(4097), 'expression_too_long'],
    ['an endless custom rule', 'http_request_firewall_custom', 'x'.repeat(4097), 'expression_too_long'],
  ] as const)('refuses %s', (_, phase, expression, code) => {
    const compile = () => compileRulesetExpression(phase, expression);
    expect(compile).toThrow(ExpressionError);
    expect(compile).toThrow(expect.objectContaining({ code }));
  });

  it('accepts any expression in phases that see more than a request', () => {
    expect(
      compileRulesetExpression('http_response_compression', 'http.response.code eq 200'),
    ).toBeUndefined();
  });
});

const nothing = { get: () => undefined };

describe('constantFilter', () => {
  it.each([
    ['true', true],
    [' true ', true],
    ['false', false],
  ])('evaluates %j to its value', (source, value) => {
    expect(constantFilter(source)?.evaluate(nothing)).toBe(value);
    expect(compileRulesetExpression('http_request_firewall_custom', source)?.evaluate(nothing)).toBe(value);
  });

  it.each(['TRUE', 'true and ssl', 'not true', ''])('leaves %j to the compiler', (source) => {
    expect(constantFilter(source)).toBeUndefined();
    expect(() => compileRulesetExpression('http_request_firewall_custom', source)).toThrow();
  });
});
