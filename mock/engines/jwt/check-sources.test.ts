import { beforeAll, describe, expect, it } from 'vitest';
import { checkSources, extractToken } from './check-sources.ts';
import { importKeys, type KeySet } from './key-set.ts';
import { normalizeKeys } from './normalize-keys.ts';
import { jwk, makeToken } from './testing/test-keys.ts';

describe('extractToken', () => {
  it.each([
    ['an unprefixed token', 'a.b.c', 'a.b.c'],
    ['a token after Bearer and one space', 'Bearer a.b.c', 'a.b.c'],
    ['two spaces after Bearer, of which only one is the prefix', 'Bearer  a.b.c', ' a.b.c'],
    ['a space at the end', 'Bearer a.b.c ', 'a.b.c '],
    ['Bearer without a space', 'Bearera.b.c', 'Bearera.b.c'],
    ['Bearer twice', 'Bearer Bearer a.b.c', 'Bearer a.b.c'],
    ['a word after Bearer', 'Bearer garbage', 'garbage'],
    ['a letter after Bearer', 'Bearer a', 'a'],
    ['another scheme after Bearer', 'Bearer Basic dXNlcg==', 'Basic dXNlcg=='],
    ['a token without a signature', 'a.b.', 'a.b.'],
    ['a token in quotes', '"a.b.c"', '"a.b.c"'],
    ['an encrypted token of five parts', 'a..b.c.d', 'a..b.c.d'],
  ])('finds %s present', (_, value, token) => {
    expect(extractToken(value)).toEqual({ present: true, token });
  });

  it.each([
    ['no value', undefined],
    ['the empty text', ''],
    ['Bearer and a space alone', 'Bearer '],
    ['Bearer alone, as HTTP delivers it', 'Bearer'],
    ['a word', 'hello'],
    ['two parts', 'a.b'],
    ['four parts', 'a.b.c.d'],
    ['six parts', 'a.b.c.d.e.f'],
    ['Basic', 'Basic dXNlcjpwYXNz'],
    ['a token after another scheme', 'DPoP a.b.c'],
    ['a token after JWT', 'JWT a.b.c'],
    ['a token after bearer in lower case', 'bearer a.b.c'],
    ['a token after Bearer and a colon', 'Bearer: a.b.c'],
    ['a token after Bearer and a tab', 'Bearer\ta.b.c'],
    ['a token and more words', 'a.b.c d'],
    ['a space before Bearer', ' Bearer a.b.c'],
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
    expect(await checkSources([undefined, '', 'hello', 'Bearer '], keySet, clock)).toEqual(missing);
  });

  it('returns the claims, their text and the source of a valid token', async () => {
    expect(await checkSources([undefined, `Bearer ${first}`], keySet, clock)).toEqual({
      present: true,
      valid: true,
      claims: { sub: 'first' },
      claimsText: '{"sub":"first"}',
      sourceIndex: 1,
      refusals: [],
    });
  });

  it('takes the first of several valid tokens', async () => {
    expect(await checkSources([first, second], keySet, clock)).toMatchObject({ claims: { sub: 'first' } });
    expect(await checkSources([second, first], keySet, clock)).toMatchObject({ claims: { sub: 'second' } });
  });

  it('continues after an invalid token', async () => {
    expect(await checkSources(['Bearer garbage', expired, foreign, second], keySet, clock)).toMatchObject({
      valid: true,
      claims: { sub: 'second' },
      sourceIndex: 3,
      refusals: [
        { sourceIndex: 0, reason: 'malformed_token' },
        { sourceIndex: 1, reason: 'token_expired' },
        { sourceIndex: 2, reason: expect.any(String) },
      ],
    });
  });

  it('returns the reason of the first source with a token, and no claims', async () => {
    expect(await checkSources([undefined, expired, 'Bearer garbage'], keySet, clock)).toEqual({
      present: true,
      valid: false,
      reason: 'token_expired',
      sourceIndex: 1,
      refusals: [
        { sourceIndex: 1, reason: 'token_expired' },
        { sourceIndex: 2, reason: 'malformed_token' },
      ],
    });
    expect(await checkSources(['hello', 'Bearer garbage', expired], keySet, clock)).toMatchObject({
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
      for (const [index, value] of ['Bearer garbage', first, second].entries()) {
        resolved.push(index);
        yield value;
      }
    }
    await checkSources(sources(), keySet, clock);
    expect(resolved).toEqual([0, 1]);
  });
});
