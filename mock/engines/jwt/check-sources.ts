import type { ViolationReason } from '../../../spec/violation-reasons.ts';
import type { Claims, Clock } from './claims.ts';
import { extractToken } from './extract-token.ts';
import type { KeySet } from './key-set.ts';
import { verifyToken } from './verify-token.ts';

/** What the sources of one configuration hold in one request. */
export type SourcesVerdict =
  | {
      readonly present: true;
      readonly valid: true;
      readonly claims: Claims;
      readonly claimsText: string;
      /** Position of the source that held the valid token. */
      readonly sourceIndex: number;
    }
  | {
      readonly present: true;
      readonly valid: false;
      /** The reason of the first source that holds anything: the one a client was expected to use. */
      readonly reason: ViolationReason;
      readonly sourceIndex: number;
    }
  | { readonly present: false; readonly valid: false; readonly reason: 'missing_token' };

/**
 * Validates what the sources hold, one at a time and in order, and stops at the first valid token; a
 * valid token from any source suffices, and values are never combined (seed token-validation, Token
 * source rules).
 *
 * @param values what each source resolves to; read lazily, so a source after a valid token is never
 *   resolved
 *
 * @example
 * await checkSources([undefined, `Bearer ${token}`], keySet, { now: Date.now(), leewaySeconds: 0 })
 * // { present: true, valid: true, claims: { sub: 'user-1' }, claimsText: '{"sub":"user-1"}', sourceIndex: 1 }
 */
export async function checkSources(
  values: Iterable<string | undefined>,
  keySet: KeySet,
  clock: Clock,
): Promise<SourcesVerdict> {
  let refused: SourcesVerdict | undefined;
  let sourceIndex = -1;
  for (const value of values) {
    sourceIndex += 1;
    const extracted = extractToken(value);
    if (!extracted.present) continue;
    const verdict = await verifyToken(extracted.token, keySet, clock);
    if (verdict.valid) {
      const { claims, payloadText: claimsText } = verdict;
      return { present: true, valid: true, claims, claimsText, sourceIndex };
    }
    refused ??= { present: true, valid: false, reason: verdict.reason, sourceIndex };
  }
  return refused ?? { present: false, valid: false, reason: 'missing_token' };
}
