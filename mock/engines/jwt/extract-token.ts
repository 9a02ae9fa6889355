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
