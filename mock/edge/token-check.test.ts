import { describe, expect, it } from 'vitest';
import { inProcess } from '../api/app.ts';
import { ExpressionError } from '../engines/expressions/index.ts';
import {
  compileTokenSource,
  ruleViolations,
  type TokenVerdict,
  unruledViolations,
  whyNeverFound,
} from './token-check.ts';
import { ZoneRequest } from './zone-request.ts';

const request = new ZoneRequest(
  new Request('http://a.test/?token=query', {
    headers: { Authorization: 'Bearer x', cookie: 'Session=one; Session=two; session=three; a%20b=%20' },
  }),
  inProcess,
);

describe('compileTokenSource', () => {
  it.each([
    ['http.request.headers["authorization"][0]', 'Bearer x'],
    ["http.request.headers['authorization'][0]", 'Bearer x'],
    ['http.request.headers["Authorization"][0]', undefined],
    ['http.request.headers["authorization"][1]', undefined],
    ['http.request.headers["x-nothing"][0]', undefined],
    ['http.request.headers["not a header"][0]', undefined],
    ['http.request.headers[""][0]', undefined],
    ['http.request.cookies["Session"][0]', 'one'],
    ['http.request.cookies["Session"][1]', 'two'],
    ['http.request.cookies["Session"][2]', undefined],
    ['http.request.cookies["session"][0]', 'three'],
    ['http.request.cookies["SESSION"][0]', undefined],
    ['http.request.cookies["a b"][0]', '%20'],
  ])('reads %s: %s', (source, value) => {
    expect(compileTokenSource(source)(request)).toBe(value);
  });

  it.each([
    '',
    'http.request.headers',
    'http.request.headers["authorization"]',
    'http.request.headers["authorization"][*]',
    'http.request.headers["authorization"][-1]',
    'http.request.headers[authorization][0]',
    'http.request.headers["authorization"][0] eq "x"',
    'http.request.uri.args["token"][0]',
    'http.request.body.raw',
    'http.host',
    'lower(http.request.headers["authorization"][0])',
    'concat("a", "b")',
    '"a token"',
  ])('refuses %s', (source) => {
    expect(() => compileTokenSource(source)).toThrow(ExpressionError);
  });
});

describe('whyNeverFound', () => {
  it.each([
    ['http.request.headers["x-token"][0]', undefined],
    ['http.request.cookies["Session"][0]', undefined],
    ['http.request.headers["X-Token"][0]', 'header names are in lower case here: write "x-token"'],
    ['http.request.headers["not a header"][0]', '"not a header" is no name that a header can have'],
  ])('says of %s: %s', (source, why) => {
    expect(whyNeverFound(source)).toBe(why);
  });
});

const valid = (value: string): TokenVerdict => ({
  values: [value],
  verdict: { present: true, valid: true, claims: {}, claimsText: '{}', sourceIndex: 0, refusals: [] },
});
const expired = (value: string): TokenVerdict => ({
  values: [value],
  verdict: { present: true, valid: false, reason: 'token_expired', sourceIndex: 0, refusals: [] },
});
const missing: TokenVerdict = {
  values: [],
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
    ['an invalid token next to a valid one', { a: expired('x'), b: valid('y') }, ['a token_expired']],
    [
      'one token that is invalid for two',
      { a: expired('x'), b: expired('x') },
      ['a token_expired', 'b token_expired'],
    ],
  ])('of %s', (_, verdicts, expected) => {
    expect(reasons(unruledViolations(new Map(Object.entries(verdicts))))).toEqual(expected);
  });
});
