import { describe, expect, it } from 'vitest';
import type { TokenVerdict } from './token-check.ts';
import { ruleViolations, unruledViolations } from './violations.ts';

const valid = (value: string): TokenVerdict => ({
  value,
  verdict: { present: true, valid: true, claims: {}, claimsText: '{}', sourceIndex: 0 },
});
const expired = (value: string): TokenVerdict => ({
  value,
  verdict: { present: true, valid: false, reason: 'token_expired', sourceIndex: 0 },
});
const missing: TokenVerdict = {
  value: undefined,
  verdict: { present: false, valid: false, reason: 'missing_token' },
};

const reasons = (violations: ReturnType<typeof ruleViolations>) =>
  violations.map(({ token_configuration_id, reason }) => `${token_configuration_id} ${reason}`);

describe('ruleViolations', () => {
  const verdicts = new Map([
    ['a', valid('x')],
    ['b', expired('y')],
    ['c', missing],
  ]);

  it.each([
    [['a'], []],
    [['b'], ['b token_expired']],
    [['c'], ['c missing_token']],
    [
      ['c', 'a', 'b'],
      ['c missing_token', 'b token_expired'],
    ],
    [[], []],
    [['gone'], ['gone missing_token']],
  ])('of the configurations %j are %j', (named, expected) => {
    expect(reasons(ruleViolations(verdicts, named))).toEqual(expected);
  });
});

describe('unruledViolations', () => {
  it.each([
    ['nothing', {}, []],
    ['a valid token', { a: valid('x') }, []],
    ['a missing token', { a: missing }, []],
    ['an invalid token', { a: expired('x') }, ['a token_expired']],
    ['one token that is valid for another configuration', { a: expired('x'), b: valid('x') }, []],
    ['an invalid token beside another valid one', { a: expired('x'), b: valid('y') }, ['a token_expired']],
    [
      'one token that is invalid for two',
      { a: expired('x'), b: expired('x') },
      ['a token_expired', 'b token_expired'],
    ],
  ])('of %s', (_, verdicts, expected) => {
    expect(reasons(unruledViolations(new Map(Object.entries(verdicts))))).toEqual(expected);
  });
});
