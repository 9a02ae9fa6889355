import { describe, expect, it } from 'vitest';
import type { JwtVector, JwtVectors } from '../../../spec/vectors/jwt.ts';
import { lintVectors } from './lint.ts';

const recipe = {
  key: 'p256',
  alg: 'ES256',
  header: { alg: 'ES256', kid: 'es256' },
  payload: { exp: 1, sub: 'a' },
};

const vector: JwtVector = {
  id: 'one',
  class: 'time',
  title: 'An expired token is refused',
  requirement: 'TV-EDGE-15',
  certainty: { present: 'documented', valid: 'seed' },
  configuration: 'ec',
  request: { method: 'GET', path: '/', headers: [['authorization', 'Bearer eyJhbGciOiJFUzI1NiJ9.e30.AAAA']] },
  expected: { present: true, valid: false, reason: 'token_expired' },
  made: { token: recipe },
  witnesses: { jose: false, 'fast-jwt': false },
};

function toFile(...vectors: JwtVector[]): JwtVectors {
  const keys = [{ kty: 'EC', kid: 'es256', alg: 'ES256', crv: 'P-256', x: 'AA', y: 'AA' }];
  const ec = {
    title: 'ECDSA',
    description: '',
    token_sources: ['http.request.headers["authorization"][0]'],
    token_type: 'jwt',
    credentials: { keys },
  } as const;
  return { about: '', configurations: { ec: { ...ec, token_sources: [...ec.token_sources] } }, vectors };
}

/** The problems, without those about the number of vectors. */
function getFaults(...vectors: JwtVector[]): string[] {
  return lintVectors(toFile(...vectors)).filter((fault) => !/, expected \d+$/.test(fault));
}

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const bearer = (token: string) =>
  ({ ...vector.request, headers: [['authorization', `Bearer ${token}`]] }) as JwtVector['request'];

describe('lintVectors', () => {
  it('finds nothing wrong with a valid vector', () => {
    expect(getFaults(vector)).toEqual([]);
  });

  it('counts vectors and classes', () => {
    const faults = lintVectors(toFile(vector));
    expect(faults).toContain('There are 1 vectors, expected 200');
    expect(faults).toContain('Class cookie has 0 vectors, expected 12');
  });

  it.each<[string, Partial<JwtVector>, string]>([
    ['an unknown configuration', { configuration: 'rsa' }, 'one: the configuration rsa does not exist'],
    [
      'an unknown requirement',
      { requirement: 'TV-EDGE-9999' },
      'one: the requirement TV-EDGE-9999 does not exist',
    ],
    [
      'more certainty than the requirement has',
      { requirement: 'TV-EDGE-30' },
      'one: has a stronger certainty than TV-EDGE-30',
    ],
    [
      'a valid vector that a witness refuses',
      {
        expected: { present: true, valid: true, reason: null },
        witnesses: { jose: true, 'fast-jwt': false },
      },
      'one: is expected to be valid, but only jose accepts it',
    ],
    [
      'a certainly invalid vector that a witness accepts',
      { witnesses: { jose: false, 'fast-jwt': true } },
      'one: is expected to be invalid with certainty, but was accepted by fast-jwt',
    ],
    ['a placeholder without a token', { request: bearer('{{token}}') }, 'one: {{token}} has no value'],
    ['a value that HTTP would trim', { request: bearer('a ') }, "one: authorization can't be sent unchanged"],
    ['a line end in a value', { request: bearer('a\nb') }, "one: authorization can't be sent unchanged"],
    [
      'a stored token that expires before 2100',
      { request: bearer(`e30.${base64({ exp: 1_900_000_000 })}.AAAA`) },
      'one: 1900000000 lies between 2020 and 2100',
    ],
  ])('finds %s', (_, change, fault) => {
    expect(getFaults({ ...vector, ...change })).toContain(fault);
  });

  it('finds an unused configuration', () => {
    expect(getFaults({ ...vector, configuration: 'rsa' })).toContain('No vector uses ec');
  });

  it('finds two vectors with one id', () => {
    expect(getFaults(vector, vector)).toContain('one stands twice');
  });

  it('finds one request with two answers', () => {
    const other = {
      ...vector,
      id: 'two',
      expected: { present: true, valid: false, reason: 'invalid_claims' },
    } as const;
    expect(getFaults(vector, other)).toContain(
      'one and two have the same request but expect different answers',
    );
  });

  it('allows two answers to one request for two leeways', () => {
    const other = {
      ...vector,
      id: 'two',
      leeway: 60,
      expected: { present: true, valid: false, reason: 'invalid_claims' },
    } as const;
    expect(getFaults({ ...vector, leeway: 0 }, other)).toEqual([]);
  });

  it.each([
    ['a claim value', { ...recipe, payload: { exp: 2, sub: 'b' } }],
    ['a key of the same kind', { ...recipe, key: 'p256-b' }],
  ])('finds two vectors that differ in %s only', (_, made) => {
    const other = {
      ...vector,
      id: 'two',
      request: bearer('eyJhbGciOiJFUzI1NiJ9.e30.BBBB'),
      made: { token: made },
    };
    expect(getFaults(vector, other)).toContain('one and two differ only in key material or claim values');
  });

  it.each([
    ['another claim', { ...recipe, payload: { exp: 1, aud: 'a' } }],
    ['a claim of another type', { ...recipe, payload: { exp: '1', sub: 'a' } }],
    ['another header', { ...recipe, header: { alg: 'ES256', kid: 'nobody' } }],
    ['another fault', { ...recipe, fault: 'der' }],
  ])('allows two vectors to differ in %s', (_, made) => {
    const other = {
      ...vector,
      id: 'two',
      request: bearer('eyJhbGciOiJFUzI1NiJ9.e30.BBBB'),
      made: { token: made },
    };
    expect(getFaults(vector, other)).toEqual([]);
  });
});
