/** The JOSE engine: keys in, verdicts out, independent of configurations, zones and HTTP. */

export type { ViolationReason } from '../../../spec/violation-reasons.ts';
export { type Alg, algorithms, isAlg } from './algorithms.ts';
export { checkSources, type Extracted, extractToken, type SourcesVerdict } from './check-sources.ts';
export {
  importKeys,
  type JwkInput,
  type KeySet,
  type PublicKey,
  publicKey,
  type StoredKey,
  type VerificationKey,
} from './key-set.ts';
export { JwkError, type JwkErrorDetail, type JwkErrorReason } from './key-types.ts';
export type { DropReason } from './normalize-keys.ts';
export {
  type DefaultedKey,
  type DroppedKey,
  defaultedMessage,
  type NormalizedKeys,
  type NormalizeOptions,
  normalizeKeys,
} from './normalize-keys.ts';
export type { Claims, Clock, TokenHeader } from './verify-token.ts';
export {
  parseCompactJws,
  type Refused,
  readClaims,
  type Verified,
  verifyToken,
  whyMalformed,
} from './verify-token.ts';
