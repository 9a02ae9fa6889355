import { TouchstoneError } from '../../../spec/touchstone-error.ts';
import { decodeBase64url } from './base64url.ts';
import type { JwkInput } from './stored-key.ts';

/**
 * Why a key is refused; the list is closed.
 *
 * - `missing`: a member that the key needs is absent.
 * - `wrong_type`: a member is not of the type that RFC 7517 and 7518 give it, null included.
 * - `empty`: `kid` is the empty string.
 * - `null_secret`: `k` is null, which never means "keep the secret".
 * - `not_base64url`: a member is not canonical, unpadded base64url.
 * - `wrong_length`: an EC coordinate does not have the length of its curve.
 * - `not_on_curve`: the EC point is not on its curve.
 * - `invalid_modulus`: the RSA modulus is even or written with leading zero bytes.
 * - `invalid_exponent`: the RSA exponent is even, below 3, or too large.
 * - `too_short`: the HMAC secret is shorter than its algorithm needs.
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

/** What was found and what would have been accepted, for programs. Never holds a secret. */
export interface JwkErrorDetail {
  readonly value?: string | number;
  readonly limit?: string | number | readonly (string | number)[];
}

/** One fault of one key, before it is known which key of the request it belongs to. */
interface JwkFault {
  readonly member: string;
  readonly reason: JwkErrorReason;
  /** What is wrong and what to do, worded to follow `keys[0].`. */
  readonly text: string;
  readonly detail?: JwkErrorDetail;
}

/**
 * Thrown when a key of a request can't be accepted.
 *
 * `message` names the key and member, the value and the limit, and what to do; it never contains key
 * material.
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
