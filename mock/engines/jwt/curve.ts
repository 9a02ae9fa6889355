import type { Curve } from './algorithms.ts';

/** A short Weierstrass curve y² = x³ - 3x + b over the integers modulo p: NIST SP 800-186, section 3.2.1. */
interface CurveDomain {
  readonly p: bigint;
  readonly b: bigint;
  /** Bytes of one coordinate. */
  readonly bytes: number;
}

export const curveDomains: Readonly<Record<Curve, CurveDomain>> = {
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
 * @param x big-endian bytes, as long as the curve asks
 * @param y the same
 */
export function isOnCurve(crv: Curve, x: Uint8Array, y: Uint8Array): boolean {
  const { p, b } = curveDomains[crv];
  const [xi, yi] = [toInteger(x), toInteger(y)];
  if (xi >= p || yi >= p) return false;
  return (yi * yi - (xi * xi * xi - 3n * xi + b)) % p === 0n;
}
