import { TouchstoneError } from '../../../spec/touchstone-error.ts';
import { decodeBase64url } from './base64url.ts';
import type { JwkInput } from './stored-key.ts';

/**
 * Why a key is refused; the list is closed.
 *
 * - `missing`: a required member is absent.
 * - `wrong_type`: a member does not have its type from RFC 7517 and 7518; null is refused too.
 * - `empty`: `kid` is the empty string.
 * - `null_secret`: `k` is null, which never means "keep the secret".
 * - `not_base64url`: a member is not canonical, unpadded base64url.
 * - `wrong_length`: an EC coordinate does not have the length of its curve.
 * - `not_on_curve`: the EC point is not on its curve.
 * - `invalid_modulus`: the RSA modulus is even or written with leading zero bytes.
 * - `invalid_exponent`: the RSA exponent is even, below 3, or too large.
 * - `too_short`: the HMAC secret is shorter than its algorithm requires.
 * - `alg_mismatch`: the algorithm is supported, but not by keys of this type or curve.
 * - `duplicate_identity`: an earlier key of the same request has the same kid and effective alg.
 * - `unusable`: the runtime's own cryptography refuses the key.
 */
export type JwkErrorReason =
  | 'missing'
  | 'wrong_type'
  | 'empty'
  | 'null_secret'
  | 'not_base64url'
  | 'wrong_length'
  | 'not_on_curve'
  | 'invalid_modulus'
  | 'invalid_exponent'
  | 'too_short'
  | 'alg_mismatch'
  | 'duplicate_identity'
  | 'unusable';

/** The found and the accepted values, for programs. Never contains a secret. */
export interface JwkErrorDetail {
  readonly value?: string | number;
  readonly limit?: string | number | readonly (string | number)[];
}

/** A fault of a key, before the key's position in the request is known. */
interface JwkFault {
  readonly member: string;
  readonly reason: JwkErrorReason;
  /** The fault and its remedy, worded to follow `keys[0].`. */
  readonly text: string;
  readonly detail?: JwkErrorDetail;
}

/**
 * Thrown when a key of a request is refused.
 *
 * `message` names the key and member, the value and the limit, and the remedy; it never contains key material.
 */
export class JwkError extends TouchstoneError {
  /** Position of the key in the request. */
  readonly index: number;
  readonly member: string;
  readonly reason: JwkErrorReason;
  readonly detail: JwkErrorDetail;

  constructor(index: number, fault: JwkFault, options?: ErrorOptions) {
    super('jwk-invalid', `keys[${index}].${fault.text}`, options);
    this.index = index;
    this.member = fault.member;
    this.reason = fault.reason;
    this.detail = fault.detail ?? {};
  }
}

/** One key of a request and its position in it. */
export interface IndexedJwk {
  readonly index: number;
  readonly jwk: JwkInput;
}

/**
 * An optional member that must be a string.
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
 * A required member.
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
