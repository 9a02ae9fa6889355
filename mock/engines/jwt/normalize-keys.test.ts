import { base64url } from 'jose';
import { describe, expect, it } from 'vitest';
import type { JwkInput } from './key-set.ts';
import { importKeys } from './key-set.ts';
import type { JwkError, JwkErrorReason } from './key-types.ts';
import { isOnCurve } from './key-types.ts';
import { defaultedMessage, type NormalizeOptions, normalizeKeys } from './normalize-keys.ts';
import { jwk, privateJwk } from './testing/test-keys.ts';

function point(name: 'p256' | 'p256Other' | 'p384'): [Uint8Array, Uint8Array] {
  const { x = '', y = '' } = privateJwk(name);
  return [base64url.decode(x), base64url.decode(y)];
}

/** The prime of P-256, which as a coordinate is another form of zero. */
const P256_PRIME = Uint8Array.from(
  'ffffffff00000001000000000000000000000000ffffffffffffffffffffffff'.match(/../g) ?? [],
  (pair) => Number.parseInt(pair, 16),
);

describe('isOnCurve', () => {
  it.each([
    ['P-256', 'p256'],
    ['P-256', 'p256Other'],
    ['P-384', 'p384'],
  ] as const)('accepts a point of %s', (crv, name) => {
    expect(isOnCurve(crv, ...point(name))).toBe(true);
  });

  it('refuses a point with one bit changed', () => {
    const [x, y] = point('p256');
    y[31] = (y[31] ?? 0) ^ 1;
    expect(isOnCurve('P-256', x, y)).toBe(false);
  });

  it('refuses swapped coordinates, zero, and a point of another curve', () => {
    const [x, y] = point('p256');
    expect(isOnCurve('P-256', y, x)).toBe(false);
    expect(isOnCurve('P-256', new Uint8Array(32), new Uint8Array(32))).toBe(false);
    expect(isOnCurve('P-384', ...point('p256'))).toBe(false);
  });

  it('refuses a coordinate that is not below the prime', () => {
    // x = 0 is on the curve with the square root of b; p stands for the same number.
    const root = 0x66485c780e2f83d72433bd5d84a06bb6541c2af31dae871728bf856a174f93f4n;
    const y = Uint8Array.from(root.toString(16).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
    expect(isOnCurve('P-256', new Uint8Array(32), y)).toBe(true);
    expect(isOnCurve('P-256', P256_PRIME, y)).toBe(false);
  });
});

const create = (...keys: readonly JwkInput[]) => normalizeKeys(keys, { mode: 'create' });

async function refusal(keys: readonly JwkInput[], options: NormalizeOptions = { mode: 'create' }) {
  const outcome: unknown = await normalizeKeys(keys, options).catch((error: unknown) => error);
  expect(outcome).toMatchObject({ name: 'JwkError', code: 'jwk-invalid' });
  // The line above guarantees it.
  return outcome as JwkError;
}

const rsa = (more: JwkInput) => jwk('rsa2048', 'a', 'RS256', more);
const ec = (more: JwkInput) => jwk('p256', 'a', 'ES256', more);
const hmac = (more: JwkInput) => jwk('oct32', 'a', 'HS256', more);

/** The modulus of a 2048-bit key with one byte replaced or prepended. */
function modulus(change: (bytes: Uint8Array) => Uint8Array): string {
  return base64url.encode(change(base64url.decode(privateJwk('rsa2048').n ?? '')));
}

describe('what normalizeKeys keeps', () => {
  it('keeps only the members needed for verification', async () => {
    const clutter = {
      use: 'sig',
      key_ops: ['verify'],
      x5c: ['AQ'],
      x5t: 'AQ',
      ext: true,
      d: 'AQ',
      p: 'AQ',
      q: 'AQ',
    };
    const { keys, dropped, defaulted } = await create(
      jwk('rsa2048', 'r', 'PS256', { ...clutter, x: 'AQ', k: 'AQ' }),
      jwk('p256', 'e', 'ES256', { ...clutter, n: 'AQ' }),
      jwk('oct32', 'h', 'HS256', { ...clutter, n: 'AQ' }),
    );
    const { n, e } = privateJwk('rsa2048');
    const { x, y } = privateJwk('p256');
    expect(keys).toEqual([
      { kty: 'RSA', kid: 'r', alg: 'PS256', n, e },
      { kty: 'EC', kid: 'e', alg: 'ES256', crv: 'P-256', x, y },
      { kty: 'oct', kid: 'h', alg: 'HS256', k: privateJwk('oct32').k },
    ]);
    expect({ dropped, defaulted }).toEqual({ dropped: [], defaulted: [] });
  });

  it('words the message about a defaulted key as the platform does', () => {
    expect(defaultedMessage({ index: 0, kid: 'key-1', alg: 'RS256' })).toBe(
      'keys[0].alg was omitted and defaulted to "RS256" (kid "key-1")',
    );
  });

  it('takes the curve from alg when crv is missing', async () => {
    const { crv, ...key } = jwk('p384', 'a', 'ES384');
    expect(crv).toBe('P-384');
    expect((await create(key)).keys).toEqual([jwk('p384', 'a', 'ES384')]);
  });
});

describe('what normalizeKeys drops', () => {
  it('does not count a dropped key as a use of its kid', async () => {
    const { keys } = await create(rsa({ use: 'enc' }), jwk('rsa2048', 'a', 'RS256'));
    expect(keys).toHaveLength(1);
  });

  it('may drop all keys', async () => {
    expect((await create(jwk('p521', 'a'))).keys).toEqual([]);
  });
});

describe('what normalizeKeys refuses', () => {
  it.each<[string, JwkInput, string, JwkErrorReason]>([
    ['no kty', { kid: 'a' }, 'kty', 'missing'],
    ['a kty that is not a string', { kty: 1, kid: 'a' }, 'kty', 'wrong_type'],
    ['no kid', rsa({ kid: undefined }), 'kid', 'missing'],
    ['an empty kid', jwk('rsa2048', '', 'RS256'), 'kid', 'empty'],
    ['a kid that is a number', rsa({ kid: 1 }), 'kid', 'wrong_type'],
    ['no kid on a key that would be dropped', { kty: 'OKP' }, 'kid', 'missing'],
    ['an alg that is null', jwk('rsa2048', 'a', undefined, { alg: null }), 'alg', 'wrong_type'],
    ['a use that is an array', rsa({ use: ['sig'] }), 'use', 'wrong_type'],
    ['key_ops as text', rsa({ key_ops: 'verify' }), 'key_ops', 'wrong_type'],
    ['key_ops of numbers', rsa({ key_ops: [1] }), 'key_ops', 'wrong_type'],
    ['RSA with an EC algorithm', jwk('rsa2048', 'a', 'ES256'), 'alg', 'alg_mismatch'],
    ['EC with an RSA algorithm', jwk('p256', 'a', 'RS256'), 'alg', 'alg_mismatch'],
    ['HMAC with an RSA algorithm', jwk('oct32', 'a', 'RS256'), 'alg', 'alg_mismatch'],
    ['P-256 with ES384', jwk('p256', 'a', 'ES384'), 'alg', 'alg_mismatch'],
    ['P-384 with ES256', jwk('p384', 'a', 'ES256'), 'alg', 'alg_mismatch'],
    ['RSA without n', rsa({ n: undefined }), 'n', 'missing'],
    ['RSA without e', rsa({ e: undefined }), 'e', 'missing'],
    ['an n with padding', rsa({ n: `${privateJwk('rsa2048').n}==` }), 'n', 'not_base64url'],
    ['an empty n', rsa({ n: '' }), 'n', 'not_base64url'],
    ['an n that is a number', rsa({ n: 7 }), 'n', 'wrong_type'],
    ['an even modulus', rsa({ n: modulus((b) => b.fill(0, -1)) }), 'n', 'invalid_modulus'],
    ['a zero byte before n', rsa({ n: modulus((b) => new Uint8Array([0, ...b])) }), 'n', 'invalid_modulus'],
    ['exponent 1', rsa({ e: 'AQ' }), 'e', 'invalid_exponent'],
    ['exponent 2', rsa({ e: 'Ag' }), 'e', 'invalid_exponent'],
    ['exponent 0', rsa({ e: 'AA' }), 'e', 'invalid_exponent'],
    ['an even exponent', rsa({ e: 'AQAA' }), 'e', 'invalid_exponent'],
    ['an exponent of five bytes', rsa({ e: 'AQAAAAE' }), 'e', 'invalid_exponent'],
    ['a zero byte before e', rsa({ e: 'AAEAAQ' }), 'e', 'invalid_exponent'],
    ['EC without crv and alg', jwk('p256', 'a', undefined, { crv: undefined }), 'crv', 'missing'],
    ['EC without x', ec({ x: undefined }), 'x', 'missing'],
    ['EC without y', ec({ y: undefined }), 'y', 'missing'],
    ['a short coordinate', ec({ y: 'AQID' }), 'y', 'wrong_length'],
    ['a coordinate of the other curve', ec({ x: privateJwk('p384').x }), 'x', 'wrong_length'],
    ['a coordinate that is not base64url', ec({ x: 'a+b/' }), 'x', 'not_base64url'],
    ['a point off the curve', ec({ y: privateJwk('p256Other').y }), 'x', 'not_on_curve'],
    ['HMAC without alg', jwk('oct32', 'a'), 'alg', 'missing'],
    ['HMAC without k', hmac({ k: undefined }), 'k', 'missing'],
    ['a null k', hmac({ k: null }), 'k', 'null_secret'],
    ['a k that is a number', hmac({ k: 1 }), 'k', 'wrong_type'],
    ['a k with padding', hmac({ k: `${privateJwk('oct32').k}=` }), 'k', 'not_base64url'],
    ['a k of the standard alphabet', hmac({ k: '+/'.repeat(32) }), 'k', 'not_base64url'],
    ['an empty k', hmac({ k: '' }), 'k', 'too_short'],
    ['31 bytes for HS256', jwk('oct31', 'a', 'HS256'), 'k', 'too_short'],
    ['47 bytes for HS384', jwk('oct47', 'a', 'HS384'), 'k', 'too_short'],
    ['63 bytes for HS512', jwk('oct63', 'a', 'HS512'), 'k', 'too_short'],
  ])('refuses %s', async (_, key, member, reason) => {
    const error = await refusal([jwk('rsa2048', 'other', 'RS256'), key]);
    expect(error).toMatchObject({ index: 1, member, reason });
    expect(error.message).toMatch(new RegExp(`^keys\\[1\\]\\.${member}\\b`));
  });

  it('reports the value, the limit and the remedy, and never the secret', async () => {
    const { message, detail } = await refusal([jwk('oct31', 'a', 'HS256')]);
    expect(message).toBe(
      'keys[0].k has 31 bytes, but HS256 needs a secret of at least 32: send a longer one as unpadded base64url',
    );
    expect(detail).toEqual({ value: 31, limit: 32 });
  });
});

describe('importKeys', () => {
  it('finds a key by kid and alg together', async () => {
    const { keys } = await normalizeKeys(
      [
        jwk('rsa2048', 'a', 'RS256'),
        jwk('rsa3072', 'a', 'PS256'),
        jwk('p256', 'b'),
        jwk('oct64', 'c', 'HS256'),
      ],
      { mode: 'create' },
    );
    const keySet = await importKeys(keys);
    expect(keySet.size).toBe(4);
    expect(keySet.find('a', 'RS256')).toMatchObject({ kid: 'a', alg: 'RS256', signatureBytes: 256 });
    expect(keySet.find('a', 'PS256')).toMatchObject({ kid: 'a', alg: 'PS256', signatureBytes: 384 });
    expect(keySet.find('b', 'ES256')).toMatchObject({ signatureBytes: 64 });
    expect(keySet.find('c', 'HS256')).toMatchObject({ signatureBytes: 32 });
    for (const [kid, alg] of [
      ['a', 'ES256'],
      ['b', 'RS256'],
      ['', 'RS256'],
      ['d', 'RS256'],
      ['a', ''],
    ] as const) {
      expect(keySet.find(kid, alg)).toBeUndefined();
    }
  });

  it('imports secrets as non-extractable', async () => {
    const { keys } = await normalizeKeys([jwk('oct32', 'a', 'HS256')], { mode: 'create' });
    const key = (await importKeys(keys)).find('a', 'HS256');
    expect(key?.cryptoKey.extractable).toBe(false);
  });
});
