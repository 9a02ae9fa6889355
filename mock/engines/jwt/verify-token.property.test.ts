import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Alg } from './algorithms.ts';
import { importKeys, type KeySet } from './key-set.ts';
import { normalizeKeys } from './normalize-keys.ts';
import { encodePart, makeToken } from './testing/make-token.ts';
import { jwk, type TestKeyName } from './testing/test-keys.ts';
import { verifyToken } from './verify-token.ts';

const clock = { now: 1_700_000_000_000, leewaySeconds: 0 };
const KEYS: readonly (readonly [Alg, TestKeyName])[] = [
  ['HS256', 'oct32'],
  ['ES256', 'p256'],
  ['ES384', 'p384'],
  ['RS256', 'rsa2048'],
  ['PS512', 'rsa2048'],
];

let keySet: KeySet;
let tokens: string[];

beforeAll(async () => {
  const keys = KEYS.map(([alg, name]) => jwk(name, 'a', alg));
  keySet = await importKeys((await normalizeKeys(keys, { mode: 'create' })).keys);
  tokens = await Promise.all(
    KEYS.map(([alg, key]) =>
      makeToken({ key, alg, header: { alg, kid: 'a' }, payload: { sub: 'user-1', exp: 4102444800 } }),
    ),
  );
});

describe('verifyToken, for any input', () => {
  it('never throws', async () => {
    const part = fc.oneof(
      fc.string(),
      fc.json().map(encodePart),
      fc.uint8Array().map(encodePart),
      fc.record({ alg: fc.constantFrom(...KEYS.map(([alg]) => alg)), kid: fc.constant('a') }).map(encodePart),
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('.')),
    );
    await fc.assert(
      fc.asyncProperty(text, async (token) => {
        expect(await verifyToken(token, keySet, clock)).toMatchObject({ valid: false });
      }),
      { numRuns: 1000 },
    );
  });

  it('accepts no token after a change of one character', async () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=. %{';
    const change = fc.record({
      which: fc.nat({ max: KEYS.length - 1 }),
      at: fc.nat({ max: 2000 }),
      by: fc.oneof(fc.constantFrom(...alphabet), fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })),
      how: fc.constantFrom('replace', 'insert', 'delete'),
    });
    await fc.assert(
      fc.asyncProperty(change, async ({ which, at, by, how }) => {
        const token = tokens[which] ?? '';
        const place = at % token.length;
        const before = token.slice(0, place);
        const changed =
          before + (how === 'delete' ? '' : by) + token.slice(how === 'insert' ? place : place + 1);
        fc.pre(changed !== token);
        expect(await verifyToken(changed, keySet, clock)).toMatchObject({ valid: false });
      }),
      { numRuns: 3000 },
    );
  });

  it('accepts no token whose last character is any other', async () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (const token of tokens) {
      const others = [...alphabet].filter((letter) => !token.endsWith(letter));
      const verdicts = await Promise.all(
        others.map((letter) => verifyToken(token.slice(0, -1) + letter, keySet, clock)),
      );
      expect(verdicts.some(({ valid }) => valid)).toBe(false);
      expect(await verifyToken(token, keySet, clock)).toMatchObject({ valid: true });
    }
  });
});
