/**
 * Why a request has no valid token, in the words of the contract. They are ours, because the platform publishes none
 * (Cloudflare docs, Firewall events log fields).
 *
 * - `missing_token`: no source holds a token.
 * - `malformed_token`: the value is not a compact JWS: three non-empty parts of canonical, unpadded
 *   base64url, of which the first decodes to a JSON object whose `alg` is a string and whose `kid`, if
 *   any, is a string too. JSON serialisations, encrypted tokens and detached payloads are here.
 * - `unsupported_critical_header`: the header has `crit`, or `b64` other than true. No extension is
 *   understood, so none may be critical (RFC 7515, section 4.1.11; RFC 7797, section 6).
 * - `no_matching_key`: the configuration has no key with both the kid and the alg of the header.
 * - `invalid_signature`: the selected key did not make this signature over these bytes.
 * - `invalid_claims`: the signature is right, but the payload is not a JSON object in UTF-8, or `exp` or
 *   `nbf` is not a number.
 * - `token_expired`: now is at or after `exp`, plus the leeway.
 * - `token_not_yet_valid`: now is before `nbf`, minus the leeway.
 */
export const violationReasons = [
  'missing_token',
  'malformed_token',
  'no_matching_key',
  'unsupported_critical_header',
  'invalid_signature',
  'invalid_claims',
  'token_expired',
  'token_not_yet_valid',
] as const;

export type ViolationReason = (typeof violationReasons)[number];
