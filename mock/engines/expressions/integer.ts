/**
 * A 64-bit signed integer. Canonical: a `number` in the safe range, a `bigint` beyond it. So `===` compares values, and
 * the usual range costs nothing.
 */
export type Integer = number | bigint;

const MIN = -(2n ** 63n);
const MAX = 2n ** 63n - 1n;

/** The canonical form of a big integer, or undefined beyond 64 bits. */
function canonicalInteger(value: bigint): Integer | undefined {
  if (value < MIN || value > MAX) return undefined;
  const small = Number(value);
  return Number.isSafeInteger(small) ? small : value;
}

/** The canonical form of any JS number or bigint, or undefined if it is not a 64-bit integer. */
export function toInteger(value: unknown): Integer | undefined {
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value)) return value;
    return Number.isInteger(value) ? canonicalInteger(BigInt(value)) : undefined;
  }
  return typeof value === 'bigint' ? canonicalInteger(value) : undefined;
}

/** `a & b` on 64 bits, two's complement. */
export function bitwiseAnd(a: Integer, b: Integer): Integer {
  // JS's own `&` truncates to 32 bits, so it serves only operands that fit.
  if (typeof a === 'number' && typeof b === 'number' && (a | 0) === a && (b | 0) === b) return a & b;
  return canonicalInteger(BigInt(a) & BigInt(b)) ?? 0;
}

/** Why digits are not an integer, in the words of the platform's error texts (cloudflare/wirefilter). */
type IntegerFault =
  | 'invalid digit found in string'
  | 'number too large to fit in target type'
  | 'number too small to fit in target type';

const DIGITS: Readonly<Record<8 | 10 | 16, RegExp>> = {
  8: /^[0-7]+$/,
  10: /^-?[0-9]+$/,
  16: /^[0-9a-fA-F]+$/,
};
const PREFIX: Readonly<Record<8 | 10 | 16, string>> = { 8: '0o', 10: '', 16: '0x' };

/**
 * Parses digits in a radix.
 *
 * @example
 * ```ts
 * parseInteger('0123', 8); // 83
 * parseInteger('9223372036854775808', 10); // 'number too large to fit in target type'
 * ```
 */
export function parseInteger(digits: string, radix: 8 | 10 | 16): Integer | IntegerFault {
  if (!DIGITS[radix].test(digits)) return 'invalid digit found in string';
  const value = canonicalInteger(BigInt(PREFIX[radix] + digits));
  if (value !== undefined) return value;
  return digits.startsWith('-')
    ? 'number too small to fit in target type'
    : 'number too large to fit in target type';
}
