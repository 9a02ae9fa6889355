import { base64url } from 'jose';
import fixture from '../../fixtures/jwt/sample-keys.json' with { type: 'json' };

/** A JSON Web Key as a suite sends it, valid or not. */
export type Jwk = { readonly kty: string; readonly kid: string; readonly [member: string]: unknown };

type KeyName = keyof typeof fixture.keys;

/**
 * A key of `fixtures/jwt/sample-keys.json` under a kid.
 *
 * @param kid name of the key, which no other kid in the same request contains
 * @param members added to those of the fixture, or replacing them
 *
 * @example
 * sampleKey('rsa-2048', 'key-1', { alg: 'PS256' }) // { kty: 'RSA', n, e, kid: 'key-1', alg: 'PS256' }
 */
export function sampleKey(name: KeyName, kid: string, members: Readonly<Record<string, unknown>> = {}): Jwk {
  return { ...fixture.keys[name], kid, ...members };
}

/** The key material of the fixture, without kid and alg. */
export const sampleMaterial = fixture.keys;

/** A modulus one bit shorter, in as many bytes. It is not a product of two primes, but no server can see that. */
export function oneBitLess(modulus: string): string {
  const bytes = base64url.decode(modulus);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return base64url.encode(bytes);
}

/**
 * An HMAC key.
 *
 * @param k its secret; undefined omits the member
 */
export function hmacKey(kid: string, alg: string, k?: string): Jwk {
  return { kty: 'oct', kid, alg, ...(k === undefined ? {} : { k }) };
}

/**
 * A secret of exactly that many bytes, as unpadded Base64url.
 *
 * @param variant selects another secret of the same length
 */
export function getSecret(bytes: number, variant = 0): string {
  return base64url.encode(
    Uint8Array.from({ length: bytes }, (_, at) => (at * 73 + variant * 151 + 19) % 256),
  );
}
