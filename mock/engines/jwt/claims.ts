import type { ViolationReason } from '../../../spec/violation-reasons.ts';
import { decodeUtf8, isJsonObject } from './compact-jws.ts';

/** The claims of a token, as JSON gives them. */
export type Claims = Readonly<Record<string, unknown>>;

/** A claims set and the exact text it was sent as, which rules expressions look claims up in. */
export interface ReadClaims {
  readonly claims: Claims;
  readonly text: string;
}

/** When a token is checked. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /**
   * Seconds of clock mismatch that are forgiven, for `exp` and for `nbf`. The seed allows none, so 0 is
   * the default of the mock; the documented service allows 60 (fact sheet, 5.2 point 4).
   */
  readonly leewaySeconds: number;
}

/** Reads a payload, or returns undefined when it is not a JSON object in UTF-8: RFC 7519, section 7.2. */
export function readClaims(payload: Uint8Array): ReadClaims | undefined {
  try {
    const text = decodeUtf8(payload);
    const claims: unknown = JSON.parse(text);
    return isJsonObject(claims) ? { claims, text } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * What `exp` and `nbf` say about a moment: seed token-validation, Validation procedure, steps 5 and 6.
 *
 * Neither is required. Both are compared as numbers, fractions included. The moment of `exp` itself is
 * too late and the moment of `nbf` is early enough (RFC 7519, sections 4.1.4 and 4.1.5). `iat`, `iss`,
 * `aud`, `sub` and `jti` are not looked at (fact sheet, 5.2 point 5).
 *
 * @returns the violated condition, or undefined
 *
 * @example
 * timeViolation({ exp: 100 }, { now: 100_000, leewaySeconds: 0 }) // 'token_expired'
 * timeViolation({ exp: 100 }, { now: 100_000, leewaySeconds: 60 }) // undefined
 */
export function timeViolation(
  { exp, nbf }: Claims,
  { now, leewaySeconds }: Clock,
): Extract<ViolationReason, 'invalid_claims' | 'token_expired' | 'token_not_yet_valid'> | undefined {
  if (!isNumericDate(exp) || !isNumericDate(nbf)) return 'invalid_claims';
  const seconds = now / 1000;
  if (exp !== undefined && seconds >= exp + leewaySeconds) return 'token_expired';
  if (nbf !== undefined && seconds < nbf - leewaySeconds) return 'token_not_yet_valid';
  return undefined;
}

/** A number too large for a double parses as infinite, and would never expire. */
function isNumericDate(value: unknown): value is number | undefined {
  return value === undefined || Number.isFinite(value);
}
