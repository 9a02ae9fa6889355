import { describe, expect, it } from 'vitest';
import { inProcess } from '../api/app.ts';
import { ExpressionError } from '../engines/expressions/index.ts';
import { getContext } from './testing/zone-fixture.ts';
import type { TokenVerdict } from './token-check.ts';
import { compileTokenRule } from './token-rules.ts';
import { ZoneRequest } from './zone-request.ts';

const a = '4a7ee8d3-dd63-4ceb-9d5f-c27831854ce7';
const b = '0d9bf70c-92e1-4bb3-9411-34a3bcc59003';
const now = Date.UTC(2030, 0, 1);
const request = new ZoneRequest(new Request('http://a.test/x', { headers: { 'x-own': '1' } }), inProcess);
const invalid: TokenVerdict = {
  values: ['x'],
  verdict: { present: true, valid: false, reason: 'malformed_token', sourceIndex: 0, refusals: [] },
};

describe('compileTokenRule', () => {
  it.each([
    [`is_jwt_present("${a}")`, true],
    [`is_jwt_present("${a.toUpperCase()}")`, true],
    [`is_jwt_present ("${a}")`, true],
    [`is_jwt_present('${a}')`, true],
    [`is_jwt_present("${b}")`, false],
    [`is_jwt_valid("${a}")`, false],
    [`(is_jwt_valid("${a}") or not is_jwt_present("${b}"))`, true],
    ['http.host eq "a.test"', true],
    ['http.request.headers["x-own"][0] eq "1"', true],
    ['http.request.headers["x-missing"][0] ne "1"', false],
    ['ip.src in {127.0.0.0/8}', true],
    ['http.request.timestamp.sec eq 1893456000', true],
    ['starts_with(http.request.uri.path, "/x")', true],
  ])('judges by %s: %s', (expression, satisfied) => {
    const { filter } = compileTokenRule(expression);
    const context = getContext(request, { now, verdicts: new Map([[a, invalid]]) });
    expect(filter.evaluate(context)).toBe(satisfied);
  });

  it('lists each configuration of the expression once, in lower case', () => {
    const expression = `is_jwt_valid("${a}") or is_jwt_present("${a.toUpperCase()}") or is_jwt_valid("${b}")`;
    expect(compileTokenRule(expression).configIds).toEqual([a, b]);
    expect(compileTokenRule('ssl').configIds).toEqual([]);
  });

  it.each([
    '',
    ' ',
    'nothing',
    'is_jwt_valid()',
    'is_jwt_valid(http.host)',
    'is_jwt_valid("x"',
    'http.host',
    'ssl eq true',
  ])('refuses %j', (expression) => {
    expect(() => compileTokenRule(expression)).toThrow(ExpressionError);
  });
});
