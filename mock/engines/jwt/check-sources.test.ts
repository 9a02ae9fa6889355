import { beforeAll, describe, expect, it } from 'vitest';
import { checkSources, extractToken } from './check-sources.ts';
import { importKeys, type KeySet } from './key-set.ts';
import { normalizeKeys } from './normalize-keys.ts';
import { jwk, makeToken } from './testing/test-keys.ts';

describe('extractToken', () => {
  it.each([
    ['an unprefixed value', 'a.b.c', 'a.b.c'],
    ['a value after Bearer and one space', 'Bearer a.b.c', 'a.b.c'],
    ['two spaces after Bearer, of which only one is the prefix', 'Bearer  a.b.c', ' a.b.c'],
    ['a space at the end', 'Bearer a.b.c ', 'a.b.c '],
    ['bearer in lower case', 'bearer a.b.c', 'bearer a.b.c'],
    ['BEARER in upper case', 'BEARER a.b.c', 'BEARER a.b.c'],
    ['Bearer with a colon', 'Bearer: a.b.c', 'Bearer: a.b.c'],
    ['Bearer and a tab', 'Bearer\ta.b.c', 'Bearer\ta.b.c'],
    ['Bearer without a space', 'Bearera.b.c', 'Bearera.b.c'],
    ['a space before Bearer', ' Bearer a.b.c', ' Bearer a.b.c'],
    ['Bearer twice', 'Bearer Bearer a.b.c', 'Bearer a.b.c'],
    ['another scheme after Bearer', 'Bearer Basic dXNlcg==', 'Basic dXNlcg=='],
    ['garbage', 'garbage', 'garbage'],
    ['garbage of several words', 'not a token', 'not a token'],
    ['a token and more words', 'a.b.c d', 'a.b.c d'],
    ['a scheme name without a space', 'Basic', 'Basic'],
    ['a scheme name and a colon', 'Basic: x', 'Basic: x'],
    ['a single space', ' ', ' '],
  ])('finds %s present', (_, value, token) => {
    expect(extractToken(value)).toEqual({ present: true, token });
  });

  it.each([
    ['no value', undefined],
    ['the empty text', ''],
    ['Bearer and a space alone', 'Bearer '],
    ['Bearer alone, as HTTP delivers it', 'Bearer'],
    ['Basic', 'Basic dXNlcjpwYXNz'],
    ['Basic in another case', 'bASIC dXNlcjpwYXNz'],
    ['Digest', 'Digest username="user"'],
    ['DPoP, though a token follows', 'DPoP a.b.c'],
    ['an unregistered scheme in wide use', 'AWS4-HMAC-SHA256 Credential=x'],
    ['another scheme and a space only', 'Negotiate '],
  ])('finds %s absent', (_, value) => {
    expect(extractToken(value)).toEqual({ present: false });
  });
});

const clock = { now: 1_700_000_000_000, leewaySeconds: 0 };
let keySet: KeySet;
let first: string;
let second: string;
let expired: string;
let foreign: string;

beforeAll(async () => {
  keySet = await importKeys((await normalizeKeys([jwk('oct32', 'a', 'HS256')], { mode: 'create' })).keys);
  const header = { alg: 'HS256', kid: 'a' };
  const plan = { key: 'oct32', alg: 'HS256', header } as const;
  first = await makeToken({ ...plan, payload: { sub: 'first' } });
  second = await makeToken({ ...plan, payload: { sub: 'second' } });
  expired = await makeToken({ ...plan, payload: { exp: 1 } });
  foreign = await makeToken({ ...plan, key: 'oct32Other', payload: {} });
});

describe('checkSources', () => {
  it('finds nothing when no source holds a token', async () => {
    const missing = { present: false, valid: false, reason: 'missing_token' };
    expect(await checkSources([], keySet, clock)).toEqual(missing);
    expect(await checkSources([undefined, '', 'Basic eA==', 'Bearer '], keySet, clock)).toEqual(missing);
  });

  it('gives the claims, their text and the source of a valid token', async () => {
    expect(await checkSources([undefined, `Bearer ${first}`], keySet, clock)).toEqual({
      present: true,
      valid: true,
      claims: { sub: 'first' },
      claimsText: '{"sub":"first"}',
      sourceIndex: 1,
    });
  });

  it('takes the first of several valid tokens', async () => {
    expect(await checkSources([first, second], keySet, clock)).toMatchObject({ claims: { sub: 'first' } });
    expect(await checkSources([second, first], keySet, clock)).toMatchObject({ claims: { sub: 'second' } });
  });

  it('goes on after an invalid token', async () => {
    expect(await checkSources(['garbage', expired, foreign, second], keySet, clock)).toMatchObject({
      valid: true,
      claims: { sub: 'second' },
      sourceIndex: 3,
    });
  });

  it('gives the reason of the first source that holds anything, and no claims', async () => {
    expect(await checkSources([undefined, expired, 'garbage'], keySet, clock)).toEqual({
      present: true,
      valid: false,
      reason: 'token_expired',
      sourceIndex: 1,
    });
    expect(await checkSources(['garbage', expired], keySet, clock)).toMatchObject({
      reason: 'malformed_token',
    });
  });

  it('never combines the values of several sources', async () => {
    const [header = '', payload = '', signature = ''] = first.split('.');
    const split = [header, `.${payload}.`, signature];
    expect(await checkSources(split, keySet, clock)).toMatchObject({ present: true, valid: false });
    expect(await checkSources(['Bearer ', first], keySet, clock)).toMatchObject({
      valid: true,
      sourceIndex: 1,
    });
  });

  it('does not resolve a source after a valid token', async () => {
    const resolved: number[] = [];
    function* sources() {
      for (const [index, value] of ['garbage', first, second].entries()) {
        resolved.push(index);
        yield value;
      }
    }
    await checkSources(sources(), keySet, clock);
    expect(resolved).toEqual([0, 1]);
  });
});
