import { joseLimits } from '../../../spec/jose-limits.ts';
import type { HmacAlg } from './algorithms.ts';
import { JwkError } from './jwk-error.ts';
import { decodeMember, type IndexedJwk, optionalString } from './key-members.ts';
import type { StoredHmacKey } from './stored-key.ts';

/**
 * Keeps an HMAC key, after checking its secret.
 *
 * @param kept the stored key of the same kid and alg, whose secret stays when `k` is left out (PATCH);
 *   undefined when there is none or the request replaces all keys (POST, PUT)
 * @throws JwkError `missing`, `null_secret`, `wrong_type`, `not_base64url`, `too_short`
 */
export function normalizeHmacKey(
  entry: IndexedJwk,
  kid: string,
  alg: HmacAlg,
  kept: StoredHmacKey | undefined,
): StoredHmacKey {
  const { index, jwk } = entry;
  if (jwk.k === null) {
    throw new JwkError(index, {
      member: 'k',
      reason: 'null_secret',
      text: 'k is null, which is never allowed: leave k out to keep a stored secret, or send a new one',
    });
  }
  const k = optionalString(entry, 'k');
  if (k !== undefined) {
    checkSecret(index, alg, k);
    return { kty: 'oct', kid, alg, k };
  }
  if (kept) return kept;
  throw new JwkError(index, {
    member: 'k',
    reason: 'missing',
    text: `k is missing, and no secret is stored for kid "${kid}" with alg "${alg}": send the secret as unpadded base64url`,
  });
}

/** Lengths only, never the secret itself, go into messages. */
function checkSecret(index: number, alg: HmacAlg, k: string): void {
  const limit = joseLimits.hmacBytes[alg];
  // The empty text is a secret of no bytes, so it is too short rather than badly encoded.
  const bytes = k === '' ? 0 : decodeMember(index, 'k', k).length;
  if (bytes >= limit) return;
  throw new JwkError(index, {
    member: 'k',
    reason: 'too_short',
    text: `k has ${bytes} bytes, but ${alg} needs a secret of at least ${limit}: send a longer one as unpadded base64url`,
    detail: { value: bytes, limit },
  });
}
