import type { ViolationReason } from '../../../spec/violation-reasons.ts';
import type { KeySet } from './key-set.ts';
import { type Claims, type Clock, verifyToken } from './verify-token.ts';

export type Extracted = { readonly present: false } | { readonly present: true; readonly token: string };

const ABSENT: Extracted = { present: false };

/** The compact form of a JWS (RFC 7515, section 7.1) or, with five parts, of a JWE, with any content. */
const compactForm = /^[^.\s]*\.[^.\s]*\.[^.\s]*(?:\.[^.\s]*\.[^.\s]*)?$/;

/**
 * The token in one source, in one of the two forms of the seed (token-validation, Token source rules).
 *
 * - Anything after the exact text `Bearer` and one space is a token, possibly an invalid one. HTTP strips a trailing
 * space after `Bearer`.
 * - A value without that prefix is a token if it has the form of one: three or five parts, with dots between them and
 * no space.
 * - Anything else is not a JWT: `hello`, `Basic dXNlcjpwYXNz`, `JWT eyJ...`, `bearer eyJ...`, `Bearer: eyJ...`.
 *
 * @example
 * extractToken('Bearer eyJ...') // { present: true, token: 'eyJ...' }
 * extractToken('Basic dXNlcjpwYXNz') // { present: false }
 */
export function extractToken(value: string | undefined): Extracted {
  if (value === undefined) return ABSENT;
  if (value.startsWith('Bearer ')) {
    return value.length === 7 ? ABSENT : { present: true, token: value.slice(7) };
  }
  return compactForm.test(value) ? { present: true, token: value } : ABSENT;
}

/** An invalid token of one source. */
export interface RefusedSource {
  readonly sourceIndex: number;
  readonly reason: ViolationReason;
}

/** The result for the sources of one configuration in one request. */
export type SourcesVerdict =
  | {
      readonly present: true;
      readonly valid: true;
      readonly claims: Claims;
      readonly claimsText: string;
      /** Position of the source with the valid token. */
      readonly sourceIndex: number;
      /** The invalid tokens before it. */
      readonly refusals: readonly RefusedSource[];
    }
  | {
      readonly present: true;
      readonly valid: false;
      /** The reason of the first source with any value: the one that a client was expected to use. */
      readonly reason: ViolationReason;
      readonly sourceIndex: number;
      /** All invalid tokens. */
      readonly refusals: readonly RefusedSource[];
    }
  | { readonly present: false; readonly valid: false; readonly reason: 'missing_token' };

/**
 * Validates the values of the sources, one at a time and in order, and stops at the first valid token. One valid token
 * from any source suffices, and values are never combined (seed token-validation, Token source rules).
 *
 * @param values the value of each source; lazy, so a source after a valid token is never resolved
 *
 * @example
 * await checkSources([undefined, `Bearer ${token}`], keySet, { now: Date.now(), leewaySeconds: 0 })
 * // { present: true, valid: true, claims: { sub: 'user-1' }, claimsText: '{"sub":"user-1"}', sourceIndex: 1,
 * //   refusals: [] }
 */
export async function checkSources(
  values: Iterable<string | undefined>,
  keySet: KeySet,
  clock: Clock,
): Promise<SourcesVerdict> {
  const refusals: RefusedSource[] = [];
  let sourceIndex = -1;
  for (const value of values) {
    sourceIndex += 1;
    const extracted = extractToken(value);
    if (!extracted.present) continue;
    const verdict = await verifyToken(extracted.token, keySet, clock);
    if (verdict.valid) {
      const { claims, payloadText: claimsText } = verdict;
      return { present: true, valid: true, claims, claimsText, sourceIndex, refusals };
    }
    refusals.push({ sourceIndex, reason: verdict.reason });
  }
  const [first] = refusals;
  return first
    ? { present: true, valid: false, ...first, refusals }
    : { present: false, valid: false, reason: 'missing_token' };
}
