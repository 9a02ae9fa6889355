import type { ViolationReason } from '../../../spec/violation-reasons.ts';
import { type Claims, type Clock, readClaims, timeViolation } from './claims.ts';
import { parseCompactJws, type TokenHeader } from './compact-jws.ts';
import type { KeySet } from './key-set.ts';
import { verifySignature } from './signature.ts';

/** A token whose signature and times hold: the only form in which claims are handed out. */
export interface Verified {
  readonly valid: true;
  readonly claims: Claims;
  /** The payload as it was sent. */
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
 * The key is the one whose kid and alg both equal those of the header; no other is tried. Reasons are
 * looked for in this order: form, critical header, key, signature, claims, `exp`, `nbf`.
 *
 * Never throws, whatever the token is.
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
  // Without kid there is nothing to match: the seed requires one on every key.
  const key = header.kid === undefined ? undefined : keySet.find(header.kid, header.alg);
  if (!key) return { valid: false, reason: 'no_matching_key' };
  const verifying = verifySignature(jws, key);
  // Read while another thread verifies, and used only if it agrees.
  const read = readClaims(jws.payload);
  if (!(await verifying)) return { valid: false, reason: 'invalid_signature' };
  const violation = read ? timeViolation(read.claims, clock) : 'invalid_claims';
  if (!read || violation) return { valid: false, reason: violation ?? 'invalid_claims' };
  return { valid: true, claims: read.claims, payloadText: read.text, header };
}
