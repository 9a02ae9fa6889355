import { constants, createPublicKey, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import fixture from '../../../fixtures/jwt/keys.json' with { type: 'json' };
import { completeKeys, type KeyId, publicMembers } from './key-store.ts';
import { longestSalt, signPkcs1, signPss } from './rsa-signature.ts';
import { hashOf, sign } from './sign.ts';

const keys = completeKeys(fixture.keys);

/** What node:crypto, which did not sign, makes of a signature. */
function verifies(key: KeyId, alg: string, signature: Buffer, options: object = {}): boolean {
  const publicKey = createPublicKey({ key: publicMembers(keys[key]) as JsonWebKey, format: 'jwk' }); // It is one.
  const hash = alg === 'EdDSA' ? null : hashOf(alg);
  const padding = alg.startsWith('PS') ? constants.RSA_PKCS1_PSS_PADDING : undefined;
  const ieee = alg.startsWith('ES') ? ({ dsaEncoding: 'ieee-p1363' } as const) : {};
  const input = { key: publicKey, ...(padding ? { padding } : {}), ...ieee, ...options };
  return verify(hash, Buffer.from('text'), input, signature);
}

describe('sign', () => {
  it.each<[string, KeyId, object]>([
    ['RS256', 'rsa-2048', {}],
    ['RS384', 'rsa-3072', {}],
    ['RS512', 'rsa-4096', {}],
    ['PS256', 'rsa-2048', { saltLength: 32 }],
    ['PS384', 'rsa-3072', { saltLength: 48 }],
    ['PS512', 'rsa-4096', { saltLength: 64 }],
    ['ES256', 'p256', {}],
    ['ES384', 'p384', {}],
    ['ES512', 'p521', {}],
    ['EdDSA', 'ed25519', {}],
  ])('makes the same right signature twice with %s', (alg, key, options) => {
    const signature = sign(keys[key], alg, 'text');
    expect(verifies(key, alg, signature, options)).toBe(true);
    expect(sign(keys[key], alg, 'text')).toEqual(signature);
    expect(sign(keys[key], alg, 'other text')).not.toEqual(signature);
  });

  it('takes another secret than that of the key when it is told to', () => {
    const secret = Buffer.from(String(keys['secret-64']['k']), 'base64url');
    expect(sign(keys['secret-32'], 'HS256', 'text', secret)).toEqual(
      sign(keys['secret-64'], 'HS256', 'text'),
    );
  });

  it('refuses an algorithm that it does not know', () => {
    expect(() => sign(keys.p256, 'none', 'text')).toThrow('none');
  });
});

describe('the RSA paddings', () => {
  it.each([0, 20, 31])('writes a salt of %i bytes', (saltLength) => {
    const signature = signPss(keys['rsa-2048'], 'sha256', 'text', { saltLength });
    expect(verifies('rsa-2048', 'PS256', signature, { saltLength })).toBe(true);
    expect(verifies('rsa-2048', 'PS256', signature, { saltLength: 32 })).toBe(false);
  });

  it('writes the longest salt that fits', () => {
    const saltLength = longestSalt(keys['rsa-2048'], 'sha384');
    const signature = signPss(keys['rsa-2048'], 'sha384', 'text', { saltLength });
    expect(verifies('rsa-2048', 'PS384', signature, { saltLength })).toBe(true);
  });

  it.each([
    ['no name of a hash', { prefix: '' }],
    ['garbage behind the hash', { garbage: 64 }],
  ])('writes %s, which no verifier accepts', (_, options) => {
    expect(verifies('rsa-2048', 'RS256', signPkcs1(keys['rsa-2048'], 'sha256', 'text', options))).toBe(false);
  });
});
