import type { ViolationReason } from '../../../spec/violation-reasons.ts';
import type { KeySet } from './key-set.ts';
import { type Claims, type Clock, verifyToken } from './verify-token.ts';

export type Extracted = { readonly present: false } | { readonly present: true; readonly token: string };

const ABSENT: Extracted = { present: false };

/**
 * Names of authentication schemes other than Bearer: the registry of RFC 9110 section 16.4.1, and
 * unregistered ones in wide use. A list and not a pattern, because a value of several words that is no
 * known scheme is garbage, and garbage counts as present.
 */
const OTHER_SCHEMES: ReadonlySet<string> = new Set([
  'basic',
  'concealed',
  'digest',
  'dpop',
  'gnap',
  'hoba',
  'mutual',
  'negotiate',
  'oauth',
  'privatetoken',
  'scram-sha-1',
  'scram-sha-256',
  'vapid',
  'apikey',
  'aws4-hmac-sha256',
  'hawk',
  'jwt',
  'ntlm',
  'signature',
  'token',
]);

/**
 * What one source holds, by the Bearer rule: the value itself, or what follows the exact text `Bearer`
 * and one space (seed token-validation, Token source rules).
 *
 * - Nothing, the empty text and an empty Bearer value are absent. HTTP strips the space at the end of
 *   `Bearer `, so `Bearer` alone is that too.
 * - Another authentication scheme and a space (`Basic dXNlcjpwYXNz`) is absent: no JWT was sent. Scheme
 *   names are compared without regard to case (RFC 9110, section 11.1).
 * - Everything else is present, and so can be invalid: otherwise garbage would pass
 *   `is_jwt_valid(...) or not is_jwt_present(...)` (fact sheet, 5.3). That includes `bearer x`,
 *   `Bearer: x` and `Bearer` with two spaces or a tab.
 *
 * @example
 * extractToken('Bearer eyJ...') // { present: true, token: 'eyJ...' }
 * extractToken('Basic dXNlcjpwYXNz') // { present: false }
 */
export function extractToken(value: string | undefined): Extracted {
  if (value === undefined || value === '' || value === 'Bearer') return ABSENT;
  if (value.startsWith('Bearer ')) {
    return value.length === 7 ? ABSENT : { present: true, token: value.slice(7) };
  }
  return hasOtherScheme(value) ? ABSENT : { present: true, token: value };
}

function hasOtherScheme(value: string): boolean {
  const space = value.indexOf(' ');
  return space !== -1 && OTHER_SCHEMES.has(value.slice(0, space).toLowerCase());
}

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
