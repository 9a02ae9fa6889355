import { base64url } from 'jose';
import { describe, expect, it } from 'vitest';
import { isOnCurve } from './curve.ts';
import { privateJwk } from './testing/test-keys.ts';

function point(name: 'p256' | 'p256Other' | 'p384'): [Uint8Array, Uint8Array] {
  const { x = '', y = '' } = privateJwk(name);
  return [base64url.decode(x), base64url.decode(y)];
}

/** The prime of P-256, which as a coordinate would be another way to write zero. */
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
    // x = 0 is on the curve for the square root of b; p stands for the same number.
    const root = 0x66485c780e2f83d72433bd5d84a06bb6541c2af31dae871728bf856a174f93f4n;
    const y = Uint8Array.from(root.toString(16).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
    expect(isOnCurve('P-256', new Uint8Array(32), y)).toBe(true);
    expect(isOnCurve('P-256', P256_PRIME, y)).toBe(false);
  });
});
