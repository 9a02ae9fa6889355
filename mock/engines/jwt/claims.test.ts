import { describe, expect, it } from 'vitest';
import { readClaims, timeViolation } from './claims.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('readClaims', () => {
  it('gives the claims and the text they were sent as', () => {
    const text = '{ "sub" : "user-1",\r\n "aud": ["a", "b"] }';
    expect(readClaims(bytes(text))).toEqual({ claims: { sub: 'user-1', aud: ['a', 'b'] }, text });
  });

  it('accepts an object without claims', () => {
    expect(readClaims(bytes('{}'))).toEqual({ claims: {}, text: '{}' });
  });

  it.each([
    ['an array', '[]'],
    ['a string', '"text"'],
    ['a number', '1'],
    ['null', 'null'],
    ['text that is not JSON', 'foo'],
    ['a trailing comma', '{"a":1,}'],
    ['two objects', '{}{}'],
    ['a byte order mark', '\uFEFF{}'],
    ['nothing', ''],
  ])('refuses %s', (_, text) => {
    expect(readClaims(bytes(text))).toBeUndefined();
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(readClaims(new Uint8Array([0x7b, 0x22, 0xc3, 0x22, 0x3a, 0x31, 0x7d]))).toBeUndefined();
  });
});

describe('timeViolation', () => {
  // Now is second 1000.5.
  const strict = { now: 1_000_500, leewaySeconds: 0 };
  const lenient = { now: 1_000_500, leewaySeconds: 60 };

  it.each([
    ['no times', {}, undefined, undefined],
    ['exp in the future', { exp: 1001 }, undefined, undefined],
    ['exp a fraction of a second ahead', { exp: 1000.6 }, undefined, undefined],
    ['exp right now', { exp: 1000.5 }, 'token_expired', undefined],
    ['exp half a second ago', { exp: 1000 }, 'token_expired', undefined],
    ['exp 59.5 seconds ago', { exp: 941 }, 'token_expired', undefined],
    ['exp exactly the leeway ago', { exp: 940.5 }, 'token_expired', 'token_expired'],
    ['exp beyond the leeway', { exp: 940 }, 'token_expired', 'token_expired'],
    ['exp zero', { exp: 0 }, 'token_expired', 'token_expired'],
    ['a negative exp', { exp: -1 }, 'token_expired', 'token_expired'],
    ['nbf in the past', { nbf: 1000 }, undefined, undefined],
    ['nbf right now', { nbf: 1000.5 }, undefined, undefined],
    ['nbf a fraction of a second ahead', { nbf: 1000.6 }, 'token_not_yet_valid', undefined],
    ['nbf exactly the leeway ahead', { nbf: 1060.5 }, 'token_not_yet_valid', undefined],
    ['nbf beyond the leeway', { nbf: 1061 }, 'token_not_yet_valid', 'token_not_yet_valid'],
    ['both met', { nbf: 1000, exp: 1001 }, undefined, undefined],
    ['both violated', { nbf: 2000, exp: 900 }, 'token_expired', 'token_expired'],
    ['iat in the future', { iat: 5000 }, undefined, undefined],
    ['exp as text', { exp: '4102444800' }, 'invalid_claims', 'invalid_claims'],
    ['exp null', { exp: null }, 'invalid_claims', 'invalid_claims'],
    ['exp true', { exp: true }, 'invalid_claims', 'invalid_claims'],
    ['exp in an array', { exp: [4102444800] }, 'invalid_claims', 'invalid_claims'],
    ['nbf as text', { nbf: '0' }, 'invalid_claims', 'invalid_claims'],
    ['nbf as an object', { nbf: {} }, 'invalid_claims', 'invalid_claims'],
    ['exp too large for a number', JSON.parse('{"exp":1e400}'), 'invalid_claims', 'invalid_claims'],
    ['nbf below every number', JSON.parse('{"nbf":-1e400}'), 'invalid_claims', 'invalid_claims'],
  ])('judges %s', (_, claims, withoutLeeway, withLeeway) => {
    expect(timeViolation(claims, strict)).toBe(withoutLeeway);
    expect(timeViolation(claims, lenient)).toBe(withLeeway);
  });
});
