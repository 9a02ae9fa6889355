import { decodeBase64url } from './base64url.ts';
import { JwkError } from './jwk-error.ts';
import type { JwkInput } from './stored-key.ts';

/** One key of a request and where it stands in it. */
export interface IndexedJwk {
  readonly index: number;
  readonly jwk: JwkInput;
}

/**
 * A member that may be left out but must be a string when it is there.
 *
 * @throws JwkError `wrong_type`
 */
export function optionalString({ index, jwk }: IndexedJwk, member: string): string | undefined {
  const value = jwk[member];
  if (value === undefined || typeof value === 'string') return value;
  const found = value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`;
  throw new JwkError(index, {
    member,
    reason: 'wrong_type',
    text: `${member} is ${found}, but must be a string`,
    detail: { value: found, limit: 'string' },
  });
}

/**
 * A member that the key can't do without.
 *
 * @param why which keys need it, worded to follow "which"
 * @throws JwkError `missing`, `wrong_type`
 */
export function requiredString(entry: IndexedJwk, member: string, why: string): string {
  const value = optionalString(entry, member);
  if (value !== undefined) return value;
  throw new JwkError(entry.index, {
    member,
    reason: 'missing',
    text: `${member} is missing, which ${why}: add it`,
  });
}

/**
 * Decodes a member that holds bytes.
 *
 * @throws JwkError `not_base64url`
 */
export function decodeMember(index: number, member: string, text: string): Uint8Array<ArrayBuffer> {
  const bytes = decodeBase64url(text);
  if (bytes !== undefined && bytes.length > 0) return bytes;
  throw new JwkError(index, {
    member,
    reason: 'not_base64url',
    text: `${member} is not unpadded base64url: use A-Z, a-z, 0-9, "-" and "_" only, without "=" or spaces`,
  });
}
