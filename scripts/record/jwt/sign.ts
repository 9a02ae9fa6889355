import { createHmac, createPrivateKey, sign as signWith } from 'node:crypto';
import { signEcdsa } from './ecdsa-signature.ts';
import { type Jwk, member } from './key-store.ts';
import { signPkcs1, signPss } from './rsa-signature.ts';

/** The hash of an algorithm name such as RS256. */
export function hashOf(alg: string): string {
  return `sha${alg.slice(2)}`;
}

/**
 * Signs a text; the same input always gives the same signature.
 *
 * @param alg one of the eleven algorithms, ES512 or EdDSA
 * @param secret what to use as HMAC secret in place of the `k` of the key
 */
export function sign(jwk: Jwk, alg: string, input: string, secret?: Buffer | string): Buffer {
  switch (alg.slice(0, 2)) {
    case 'HS':
      return createHmac(hashOf(alg), secret ?? Buffer.from(member(jwk, 'k'), 'base64url'))
        .update(input)
        .digest();
    case 'RS':
      return signPkcs1(jwk, hashOf(alg), input);
    case 'PS':
      return signPss(jwk, hashOf(alg), input);
    case 'ES':
      return signEcdsa(jwk, hashOf(alg), input);
    case 'Ed': {
      const key = createPrivateKey({ key: jwk as JsonWebKey, format: 'jwk' }); // Exported by node:crypto.
      return signWith(null, Buffer.from(input), key);
    }
    default:
      throw new TypeError(`Nothing here signs with ${alg}`);
  }
}
