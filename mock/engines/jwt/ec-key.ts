import { type Curve, curveAlg, type EcAlg } from './algorithms.ts';
import { curveDomains, isOnCurve } from './curve.ts';
import { JwkError } from './jwk-error.ts';
import { decodeMember, type IndexedJwk, requiredString } from './key-members.ts';
import type { StoredEcKey } from './stored-key.ts';

/**
 * Keeps the public half of an EC key, after checking that its curve, algorithm and point agree.
 *
 * @throws JwkError `missing`, `wrong_type`, `alg_mismatch`, `not_base64url`, `wrong_length`, `not_on_curve`
 */
export function normalizeEcKey(entry: IndexedJwk, kid: string, alg: EcAlg, crv: Curve): StoredEcKey {
  if (curveAlg[crv] !== alg) {
    throw new JwkError(entry.index, {
      member: 'alg',
      reason: 'alg_mismatch',
      text: `alg is "${alg}", but a key on ${crv} signs with "${curveAlg[crv]}": correct alg or crv`,
      detail: { value: alg, limit: curveAlg[crv] },
    });
  }
  const x = requiredString(entry, 'x', 'every EC key needs');
  const y = requiredString(entry, 'y', 'every EC key needs');
  const point = [
    decodeCoordinate(entry.index, 'x', x, crv),
    decodeCoordinate(entry.index, 'y', y, crv),
  ] as const;
  if (!isOnCurve(crv, ...point)) {
    throw new JwkError(entry.index, {
      member: 'x',
      reason: 'not_on_curve',
      text: `x and keys[${entry.index}].y are not a point on ${crv}: export the public key again`,
      detail: { limit: crv },
    });
  }
  return { kty: 'EC', kid, alg, crv, x, y };
}

/** RFC 7518, section 6.2.1.2: the full size of a coordinate, leading zero bytes included. */
function decodeCoordinate(index: number, member: 'x' | 'y', text: string, crv: Curve): Uint8Array {
  const bytes = decodeMember(index, member, text);
  const limit = curveDomains[crv].bytes;
  if (bytes.length === limit) return bytes;
  throw new JwkError(index, {
    member,
    reason: 'wrong_length',
    text: `${member} has ${bytes.length} bytes, but a coordinate of ${crv} has exactly ${limit}: keep leading zero bytes`,
    detail: { value: bytes.length, limit },
  });
}
