import { joseLimits } from '../../../spec/engine-limits.ts';
import { TouchstoneError } from '../../../spec/touchstone-error.ts';
import { type Curve, curveAlg, type EcAlg, type HmacAlg, type RsaAlg } from './algorithms.ts';
import { decodeBase64url } from './base64url.ts';
import type { JwkInput, StoredEcKey, StoredHmacKey, StoredRsaKey } from './key-set.ts';

/** Maximum exponent: larger ones fail on some runtimes, and have no use. */
const MAX_EXPONENT = 2 ** 32 - 1;

/** Bits of a big-endian integer without leading zero bytes. */
function bitLength(bytes: Uint8Array): number {
  return bytes.length * 8 - Math.clz32(bytes[0] ?? 0) + 24;
}

/**
 * Whether the modulus of an RSA key has a supported size; a key without one is refused later.
 *
 * @throws JwkError `wrong_type`, `not_base64url`
 */
export function hasSupportedSize(entry: IndexedJwk): boolean {
  const { rsaBits } = joseLimits;
  const n = optionalString(entry, 'n');
  if (n === undefined) return true;
  const bits = bitLength(decodeMember(entry.index, 'n', n));
  return rsaBits.some((size) => size === bits);
}

/**
 * Checks an RSA key, and keeps its public half.
 *
 * @throws JwkError `missing`, `wrong_type`, `not_base64url`, `invalid_modulus`, `invalid_exponent`
 */
export function normalizeRsaKey(entry: IndexedJwk, kid: string, alg: RsaAlg): StoredRsaKey {
  const n = requiredString(entry, 'n', 'every RSA key needs (the modulus)');
  const e = requiredString(entry, 'e', 'every RSA key needs (the public exponent, usually "AQAB")');
  checkModulus(entry.index, decodeMember(entry.index, 'n', n));
  checkExponent(entry.index, decodeMember(entry.index, 'e', e));
  return { kty: 'RSA', kid, alg, n, e };
}

function checkModulus(index: number, modulus: Uint8Array): void {
  const even = (modulus.at(-1) ?? 0) % 2 === 0;
  if (modulus[0] !== 0 && !even) return;
  const fault = even ? 'is an even number' : 'begins with zero bytes';
  throw new JwkError(index, {
    member: 'n',
    reason: 'invalid_modulus',
    text: `n ${fault}, so it is not an RSA modulus: export the public key again`,
  });
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

/** A short Weierstrass curve y² = x³ - 3x + b over the integers modulo p: NIST SP 800-186, section 3.2.1. */
interface CurveDomain {
  readonly p: bigint;
  readonly b: bigint;
  /** Bytes of one coordinate. */
  readonly bytes: number;
}

const curveDomains: Readonly<Record<Curve, CurveDomain>> = {
  'P-256': {
    p: 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn,
    b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
    bytes: 32,
  },
  'P-384': {
    p: 0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000ffffffffn,
    b: 0xb3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aefn,
    bytes: 48,
  },
};

function toInteger(bytes: Uint8Array): bigint {
  let hex = '0x';
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0');
  return BigInt(hex);
}

/**
 * Whether two coordinates are a point of the curve, checked here because not every runtime checks it on
 * import. Both curves have cofactor 1, so a point on the curve is also in the right group.
 *
 * @param x big-endian bytes, with the length of the curve
 * @param y the same
 */
export function isOnCurve(crv: Curve, x: Uint8Array, y: Uint8Array): boolean {
  const { p, b } = curveDomains[crv];
  const [xi, yi] = [toInteger(x), toInteger(y)];
  if (xi >= p || yi >= p) return false;
  return (yi * yi - (xi * xi * xi - 3n * xi + b)) % p === 0n;
}

/**
 * Checks the curve, algorithm and point of an EC key, and keeps its public half.
 *
 * @throws JwkError `missing`, `wrong_type`, `alg_mismatch`, `not_base64url`, `wrong_length`, `not_on_curve`
 */
export function normalizeEcKey(entry: IndexedJwk, kid: string, alg: EcAlg, crv: Curve): StoredEcKey {
  if (curveAlg[crv] !== alg) {
    throw new JwkError(entry.index, {
      member: 'alg',
      reason: 'alg_mismatch',
      text: `alg is "${alg}", but a key on ${crv} signs with "${curveAlg[crv]}": correct alg or crv`,
      detail: { value: alg, limit: curveAlg[crv] },
    });
  }
  const x = requiredString(entry, 'x', 'every EC key needs');
  const y = requiredString(entry, 'y', 'every EC key needs');
  const point = [
    decodeCoordinate(entry.index, 'x', x, crv),
    decodeCoordinate(entry.index, 'y', y, crv),
  ] as const;
  if (!isOnCurve(crv, ...point)) {
    throw new JwkError(entry.index, {
      member: 'x',
      reason: 'not_on_curve',
      text: `x and keys[${entry.index}].y are not a point on ${crv}: export the public key again`,
      detail: { limit: crv },
    });
  }
  return { kty: 'EC', kid, alg, crv, x, y };
}

/** RFC 7518, section 6.2.1.2: the full size of a coordinate, leading zero bytes included. */
function decodeCoordinate(index: number, member: 'x' | 'y', text: string, crv: Curve): Uint8Array {
  const bytes = decodeMember(index, member, text);
  const limit = curveDomains[crv].bytes;
  if (bytes.length === limit) return bytes;
  throw new JwkError(index, {
    member,
    reason: 'wrong_length',
    text: `${member} has ${bytes.length} bytes, but a coordinate of ${crv} has exactly ${limit}: keep leading zero bytes`,
    detail: { value: bytes.length, limit },
  });
}

/**
 * Checks the secret of an HMAC key, and keeps the key.
 *
 * @param kept the stored key with the same kid and alg, whose secret stays if `k` is left out (PATCH); undefined if
 * there is none or the request replaces all keys (POST, PUT)
 * @throws JwkError `missing`, `null_secret`, `wrong_type`, `not_base64url`, `too_short`
 */
export function normalizeHmacKey(
  entry: IndexedJwk,
  kid: string,
  alg: HmacAlg,
  kept: StoredHmacKey | undefined,
): StoredHmacKey {
  const { index, jwk } = entry;
  if (jwk.k === null) {
    throw new JwkError(index, {
      member: 'k',
      reason: 'null_secret',
      text: 'k is null, which is never allowed: leave k out to keep a stored secret, or send a new one',
    });
  }
  const k = optionalString(entry, 'k');
  if (k !== undefined) {
    checkSecret(index, alg, k);
    return { kty: 'oct', kid, alg, k };
  }
  if (kept) return kept;
  throw new JwkError(index, {
    member: 'k',
    reason: 'missing',
    text: `k is missing, and no secret is stored for kid "${kid}" with alg "${alg}": send the secret as unpadded base64url`,
  });
}

/** Messages have only lengths, never the secret itself. */
function checkSecret(index: number, alg: HmacAlg, k: string): void {
  const limit = joseLimits.hmacBytes[alg];
  // The empty text is an empty secret, so it is too short rather than badly encoded.
  const bytes = k === '' ? 0 : decodeMember(index, 'k', k).length;
  if (bytes >= limit) return;
  throw new JwkError(index, {
    member: 'k',
    reason: 'too_short',
    text: `k has ${bytes} bytes, but ${alg} needs a secret of at least ${limit}: send a longer one as unpadded base64url`,
    detail: { value: bytes, limit },
  });
}

/**
 * Why a key is refused; the list is closed.
 *
 * - `missing`: a required member is absent.
 * - `wrong_type`: a member does not have its type from RFC 7517 and 7518; null is refused too.
 * - `empty`: `kid` is the empty string.
 * - `null_secret`: `k` is null, which never means "keep the secret".
 * - `not_base64url`: a member is not canonical, unpadded base64url.
 * - `wrong_length`: an EC coordinate does not have the length of its curve.
 * - `not_on_curve`: the EC point is not on its curve.
 * - `invalid_modulus`: the RSA modulus is even or written with leading zero bytes.
 * - `invalid_exponent`: the RSA exponent is even, below 3, or too large.
 * - `too_short`: the HMAC secret is shorter than its algorithm requires.
 * - `alg_mismatch`: the algorithm is supported, but not by keys of this type or curve.
 * - `duplicate_identity`: an earlier key of the same request has the same kid and effective alg.
 * - `unusable`: the runtime's own cryptography refuses the key.
 */
export type JwkErrorReason =
  | 'missing'
  | 'wrong_type'
  | 'empty'
  | 'null_secret'
  | 'not_base64url'
  | 'wrong_length'
  | 'not_on_curve'
  | 'invalid_modulus'
  | 'invalid_exponent'
  | 'too_short'
  | 'alg_mismatch'
  | 'duplicate_identity'
  | 'unusable';

/** The found and the accepted values, for programs. Never contains a secret. */
export interface JwkErrorDetail {
  readonly value?: string | number;
  readonly limit?: string | number | readonly (string | number)[];
}

/** A fault of a key, before the key's position in the request is known. */
interface JwkFault {
  readonly member: string;
  readonly reason: JwkErrorReason;
  /** The fault and its remedy, worded to follow `keys[0].`. */
  readonly text: string;
  readonly detail?: JwkErrorDetail;
}

/**
 * Thrown when a key of a request is refused.
 *
 * `message` names the key and member, the value and the limit, and the remedy; it never contains key material.
 */
export class JwkError extends TouchstoneError {
  /** Position of the key in the request. */
  readonly index: number;
  readonly member: string;
  readonly reason: JwkErrorReason;
  readonly detail: JwkErrorDetail;

  constructor(index: number, fault: JwkFault, options?: ErrorOptions) {
    super('jwk-invalid', `keys[${index}].${fault.text}`, options);
    this.index = index;
    this.member = fault.member;
    this.reason = fault.reason;
    this.detail = fault.detail ?? {};
  }
}

/** One key of a request and its position in it. */
export interface IndexedJwk {
  readonly index: number;
  readonly jwk: JwkInput;
}

/**
 * An optional member that must be a string.
 *
 * @throws JwkError `wrong_type`
 */
export function optionalString({ index, jwk }: IndexedJwk, member: string): string | undefined {
  const value = jwk[member];
  if (value === undefined || typeof value === 'string') return value;
  const found = value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`;
  throw new JwkError(index, {
    member,
    reason: 'wrong_type',
    text: `${member} is ${found}, but must be a string`,
    detail: { value: found, limit: 'string' },
  });
}

/**
 * A required member.
 *
 * @param why which keys need it, worded to follow "which"
 * @throws JwkError `missing`, `wrong_type`
 */
export function requiredString(entry: IndexedJwk, member: string, why: string): string {
  const value = optionalString(entry, member);
  if (value !== undefined) return value;
  throw new JwkError(entry.index, {
    member,
    reason: 'missing',
    text: `${member} is missing, which ${why}: add it`,
  });
}

/**
 * Decodes a member that holds bytes.
 *
 * @throws JwkError `not_base64url`
 */
export function decodeMember(index: number, member: string, text: string): Uint8Array<ArrayBuffer> {
  const bytes = decodeBase64url(text);
  if (bytes !== undefined && bytes.length > 0) return bytes;
  throw new JwkError(index, {
    member,
    reason: 'not_base64url',
    text: `${member} is not unpadded base64url: use A-Z, a-z, 0-9, "-" and "_" only, without "=" or spaces`,
  });
}
