import type { ViolationReason } from '../../../spec/violation-reasons.ts';
import { decodeBase64url } from './base64url.ts';

/** The header of a token, as far as it was checked. Nothing else in it is ever trusted or fetched. */
export interface TokenHeader {
  readonly alg: string;
  readonly kid?: string;
  readonly [parameter: string]: unknown;
}

export interface CompactJws {
  readonly header: TokenHeader;
  readonly payload: Uint8Array<ArrayBuffer>;
  readonly signature: Uint8Array<ArrayBuffer>;
  /** The ASCII bytes of the first two parts and the dot between them: what was signed. */
  readonly signingInput: Uint8Array<ArrayBuffer>;
}

/** `ignoreBOM` keeps a byte order mark, which JSON then refuses. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/**
 * The text of bytes that must be UTF-8.
 *
 * @throws TypeError when they are not
 */
export function decodeUtf8(bytes: Uint8Array): string {
  return utf8.decode(bytes);
}

/** Whether a value of `JSON.parse` is an object. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Splits and decodes a compact JWS, strictly: seed token-validation, Validation procedure, step 2; fact
 * sheet, 5.2. It takes no key and proves nothing about the token.
 *
 * A repeated header parameter has its last value, which RFC 7515 section 4 allows. Parameters that are
 * not understood are ignored, as that section asks (`zip`, `jku`, `jwk`, `x5c`, ...), unless critical.
 *
 * @returns the decoded token, or the reason for which it is none
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
  if (!isJsonObject(header)) return false;
  const { alg, kid } = header;
  return typeof alg === 'string' && (kid === undefined || typeof kid === 'string');
}
