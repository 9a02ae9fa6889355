import { isObject } from '../../../spec/value-kinds.ts';
import type { ViolationReason } from '../../../spec/violation-reasons.ts';
import { algorithms } from './algorithms.ts';
import { decodeBase64url } from './base64url.ts';
import type { KeySet, VerificationKey } from './key-set.ts';

/** The checked part of a token's header. Nothing else in it is ever trusted or fetched. */
export interface TokenHeader {
  readonly alg: string;
  readonly kid?: string;
  readonly [parameter: string]: unknown;
}

interface CompactJws {
  readonly header: TokenHeader;
  readonly payload: Uint8Array<ArrayBuffer>;
  readonly signature: Uint8Array<ArrayBuffer>;
  /** The signed ASCII bytes: the first two parts and the dot between them. */
  readonly signingInput: Uint8Array<ArrayBuffer>;
}

/** `ignoreBOM` keeps a byte order mark, which JSON then refuses. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/**
 * Decodes bytes that must be UTF-8.
 *
 * @throws TypeError if they are not
 */
function decodeUtf8(bytes: Uint8Array): string {
  return utf8.decode(bytes);
}

/**
 * Splits and decodes a compact JWS, strictly: seed token-validation, Validation procedure, step 2; Cloudflare docs,
 * Configure JWT validation via the API. It needs no key and proves nothing about the token.
 *
 * A repeated header parameter has its last value, which RFC 7515 section 4 allows. Unknown parameters are ignored, as
 * that section requires (`zip`, `jku`, `jwk`, `x5c`, ...), unless critical.
 *
 * @returns the decoded token, or the reason for its refusal
 *
 * @example
 * parseCompactJws('a.b') // 'malformed_token'
 */
export function parseCompactJws(
  token: string,
): CompactJws | Extract<ViolationReason, 'malformed_token' | 'unsupported_critical_header'> {
  const first = token.indexOf('.');
  const second = token.indexOf('.', first + 1);
  // Neither may be missing, and no part may be empty.
  if (first < 1 || second < first + 2 || second === token.length - 1) return 'malformed_token';
  if (token.indexOf('.', second + 1) !== -1) return 'malformed_token';
  const header = decodeHeader(token, first);
  const payload = decodeBase64url(token, first + 1, second);
  const signature = decodeBase64url(token, second + 1);
  if (!header || !payload || !signature) return 'malformed_token';
  if ('crit' in header || ('b64' in header && header['b64'] !== true)) return 'unsupported_critical_header';
  return { header, payload, signature, signingInput: encoder.encode(token.slice(0, second)) };
}

function decodeHeader(token: string, end: number): TokenHeader | undefined {
  const bytes = decodeBase64url(token, 0, end);
  if (!bytes) return undefined;
  try {
    const header: unknown = JSON.parse(decodeUtf8(bytes));
    return isTokenHeader(header) ? header : undefined;
  } catch {
    return undefined;
  }
}

function isTokenHeader(header: unknown): header is TokenHeader {
  if (!isObject(header)) return false;
  const { alg, kid } = header;
  return typeof alg === 'string' && (kid === undefined || typeof kid === 'string');
}

/**
 * Says what is wrong with a token that `parseCompactJws` calls malformed.
 *
 * @example
 * whyMalformed('a.b') // 'it has 2 parts, not three between dots'
 */
export function whyMalformed(token: string): string {
  const texts = token.split('.');
  if (texts.length === 5) return 'it has 5 parts, as an encrypted token; only signed ones are checked';
  if (texts.length !== 3) {
    return `it has ${texts.length} ${texts.length === 1 ? 'part' : 'parts'}, not three between dots`;
  }
  const [header = '', payload = '', signature = ''] = texts;
  const parts = Object.entries({ header, payload, signature });
  const read = readClaims(decodeBase64url(header) ?? new Uint8Array())?.claims;
  const [empty] = parts.find(([, text]) => text === '') ?? [];
  if (empty !== undefined) {
    const unsigned = empty === 'signature' && read?.['alg'] === 'none';
    return `its ${empty} is empty${unsigned ? ': a token with alg "none" is never valid' : ''}`;
  }
  for (const [name, text] of parts) {
    const foreign = /[^\w-]/u.exec(text)?.[0];
    if (foreign !== undefined)
      return `its ${name} has ${JSON.stringify(foreign)}, which is not in unpadded base64url`;
    if (!decodeBase64url(text)) return `its ${name} is not complete base64url`;
  }
  if (!read) return 'its header is not a JSON object in UTF-8';
  if (read['alg'] === undefined) return 'its header has no alg';
  return `${typeof read['alg'] === 'string' ? 'kid' : 'alg'} in its header is not a string`;
}

/** The claims of a token, as parsed from JSON. */
export type Claims = Readonly<Record<string, unknown>>;

/** A claims set and its exact text, in which rules expressions look up claims. */
interface ReadClaims {
  readonly claims: Claims;
  readonly text: string;
}

/** The time of the check. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /**
   * Tolerated clock skew in seconds, for `exp` and for `nbf`. The seed allows none, so 0 is the mock's default; the
   * documented service allows 60 (Cloudflare docs, Configure JWT validation via the API).
   */
  readonly leewaySeconds: number;
}

/** Parses a payload, or returns undefined if it is not a JSON object in UTF-8: RFC 7519, section 7.2. */
export function readClaims(payload: Uint8Array): ReadClaims | undefined {
  try {
    const text = decodeUtf8(payload);
    const claims: unknown = JSON.parse(text);
    return isObject(claims) ? { claims, text } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Checks `exp` and `nbf` at a moment: seed token-validation, Validation procedure, steps 5 and 6.
 *
 * Neither is required. Both are compared as numbers, including fractions. At the moment of `exp` the token has expired,
 * and at the moment of `nbf` it is valid (RFC 7519, sections 4.1.4 and 4.1.5). `iat`, `iss`, `aud`, `sub` and `jti` are
 * not checked (Cloudflare docs, Configure JWT validation via the API).
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

/**
 * Verifies the signature of a token with a key.
 *
 * Calls WebCrypto directly, with parameters from the stored key and never from the token. jose's `compactVerify` would
 * parse the token a second time and copy the signed bytes. For HS256 on Bun, sixteen at a time, our parser plus jose
 * reached 0.28 of a bare `verify` loop, and this 0.35 to 0.48. jose still imports the keys, and the tests compare every
 * algorithm with it.
 *
 * @returns false too if the runtime rejects the signature with an error
 */
async function verifySignature(jws: CompactJws, key: VerificationKey): Promise<boolean> {
  if (jws.signature.length !== key.signatureBytes) return false;
  try {
    return await crypto.subtle.verify(
      algorithms[key.alg].verifying,
      key.cryptoKey,
      jws.signature,
      jws.signingInput,
    );
  } catch {
    return false;
  }
}

/** A token with a valid signature and times: the only form in which claims are returned. */
export interface Verified {
  readonly valid: true;
  readonly claims: Claims;
  /** The payload as sent. */
  readonly payloadText: string;
  readonly header: TokenHeader;
}

export interface Refused {
  readonly valid: false;
  readonly reason: Exclude<ViolationReason, 'missing_token'>;
}

/**
 * Validates one token: seed token-validation, Validation procedure, steps 2 to 7.
 *
 * The key must match both kid and alg of the header; no other is tried. Reasons are checked in this order: form,
 * critical header, key, signature, claims, `exp`, `nbf`.
 *
 * Never throws, for any token.
 *
 * @example
 * const verdict = await verifyToken(token, keySet, { now: Date.now(), leewaySeconds: 0 });
 * if (verdict.valid) verdict.claims['sub'];
 * else verdict.reason; // for example 'token_expired'
 */
export async function verifyToken(token: string, keySet: KeySet, clock: Clock): Promise<Verified | Refused> {
  const jws = parseCompactJws(token);
  if (typeof jws === 'string') return { valid: false, reason: jws };
  const { header } = jws;
  // Without kid nothing can match: the seed requires one on every key.
  const key = header.kid === undefined ? undefined : keySet.find(header.kid, header.alg);
  if (!key) return { valid: false, reason: 'no_matching_key' };
  const verifying = verifySignature(jws, key);
  // Parsed while another thread verifies the signature, and used only if it is valid.
  const read = readClaims(jws.payload);
  if (!(await verifying)) return { valid: false, reason: 'invalid_signature' };
  const violation = read ? timeViolation(read.claims, clock) : 'invalid_claims';
  if (!read || violation) return { valid: false, reason: violation ?? 'invalid_claims' };
  return { valid: true, claims: read.claims, payloadText: read.text, header };
}
