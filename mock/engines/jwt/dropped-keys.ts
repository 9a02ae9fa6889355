import { isAlg, isCurve } from './algorithms.ts';
import { JwkError } from './jwk-error.ts';
import { type IndexedJwk, optionalString } from './key-members.ts';

/**
 * Why a key is dropped without an error; the list is closed. The seed says that unsupported keys are
 * dropped but not which those are; what belongs here rather than to a refusal is inferred (fact sheet,
 * 1.3: unknown kty, crv and alg families, and keys that are not for signatures).
 */
export type DropReason =
  | 'unsupported_kty'
  | 'unsupported_use'
  | 'unsupported_key_ops'
  | 'unsupported_alg'
  | 'unsupported_crv';

const SUPPORTED_KTY: ReadonlySet<string> = new Set(['RSA', 'EC', 'oct']);

/**
 * The first reason for which the service does not support a key, or undefined when it does.
 *
 * @throws JwkError `wrong_type` when a member that decides it is not of its type
 */
export function unsupportedReason(entry: IndexedJwk, kty: string): DropReason | undefined {
  if (!SUPPORTED_KTY.has(kty)) return 'unsupported_kty';
  const use = optionalString(entry, 'use');
  if (use !== undefined && use !== 'sig') return 'unsupported_use';
  const operations = keyOperations(entry);
  // A caller may send the private half of a key pair, whose operation is `sign`.
  if (operations && !operations.includes('verify') && !operations.includes('sign')) {
    return 'unsupported_key_ops';
  }
  const alg = optionalString(entry, 'alg');
  if (alg !== undefined && !isAlg(alg)) return 'unsupported_alg';
  const crv = kty === 'EC' ? optionalString(entry, 'crv') : undefined;
  return crv !== undefined && !isCurve(crv) ? 'unsupported_crv' : undefined;
}

function keyOperations({ index, jwk }: IndexedJwk): readonly string[] | undefined {
  const { key_ops } = jwk;
  if (key_ops === undefined) return undefined;
  if (Array.isArray(key_ops) && key_ops.every((operation) => typeof operation === 'string')) return key_ops;
  throw new JwkError(index, {
    member: 'key_ops',
    reason: 'wrong_type',
    text: 'key_ops is not an array of strings: send ["verify"] or leave it out',
    detail: { limit: 'array of string' },
  });
}
