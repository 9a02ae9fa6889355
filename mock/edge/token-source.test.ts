import { describe, expect, it } from 'vitest';
import { inProcess } from '../app.ts';
import { ExpressionError } from '../engines/expressions/index.ts';
import { compileTokenSource } from './token-source.ts';
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
