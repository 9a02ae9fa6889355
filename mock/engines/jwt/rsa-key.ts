import { joseLimits } from '../../../spec/jose-limits.ts';
import type { RsaAlg } from './algorithms.ts';
import { JwkError } from './jwk-error.ts';
import { decodeMember, type IndexedJwk, requiredString } from './key-members.ts';
import type { StoredRsaKey } from './stored-key.ts';

/** What a runtime may be asked to import: larger exponents fail on some of them, and serve no one. */
const MAX_EXPONENT = 2 ** 32 - 1;

/** Bits of a big-endian integer without leading zero bytes. */
function bitLength(bytes: Uint8Array): number {
  return bytes.length * 8 - Math.clz32(bytes[0] ?? 0) + 24;
}

/**
 * Keeps the public half of an RSA key, after checking that it is one.
 *
 * @throws JwkError `missing`, `wrong_type`, `not_base64url`, `invalid_modulus`, `unsupported_size`,
 *   `invalid_exponent`
 */
export function normalizeRsaKey(entry: IndexedJwk, kid: string, alg: RsaAlg): StoredRsaKey {
  const n = requiredString(entry, 'n', 'every RSA key needs (the modulus)');
  const e = requiredString(entry, 'e', 'every RSA key needs (the public exponent, usually "AQAB")');
  checkModulus(entry.index, decodeMember(entry.index, 'n', n));
  checkExponent(entry.index, decodeMember(entry.index, 'e', e));
  return { kty: 'RSA', kid, alg, n, e };
}

function checkModulus(index: number, modulus: Uint8Array): void {
  const { rsaBits } = joseLimits;
  const even = (modulus.at(-1) ?? 0) % 2 === 0;
  if (modulus[0] === 0 || even) {
    const fault = even ? 'is an even number' : 'begins with zero bytes';
    throw new JwkError(index, {
      member: 'n',
      reason: 'invalid_modulus',
      text: `n ${fault}, so it is no RSA modulus: export the public key again`,
    });
  }
  const bits = bitLength(modulus);
  if (!rsaBits.some((size) => size === bits)) {
    throw new JwkError(index, {
      member: 'n',
      reason: 'unsupported_size',
      text: `n has ${bits} bits, but RSA keys must have ${rsaBits.join(', ')} bits: use a key of one of these sizes`,
      detail: { value: bits, limit: rsaBits },
    });
  }
}

/** RFC 8017, section 3.1: odd and at least 3. With 1, every message would be its own signature. */
function checkExponent(index: number, bytes: Uint8Array): void {
  const exponent =
    bytes.length > 4 ? Number.POSITIVE_INFINITY : bytes.reduce((sum, byte) => sum * 256 + byte, 0);
  const canonical = bytes[0] !== 0;
  if (canonical && exponent % 2 === 1 && exponent >= 3 && exponent <= MAX_EXPONENT) return;
  const value = !canonical
    ? 'written with leading zero bytes'
    : bytes.length > 4
      ? 'too large'
      : String(exponent);
  throw new JwkError(index, {
    member: 'e',
    reason: 'invalid_exponent',
    text: `e is ${value}, but must be an odd number from 3 to ${MAX_EXPONENT}: "AQAB" (65537) is usual`,
    detail: { value, limit: MAX_EXPONENT },
  });
}
