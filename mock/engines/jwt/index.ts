/** The JOSE engine: keys in, verdicts out. It knows nothing of configurations, zones or HTTP. */

export type { ViolationReason } from '../../../spec/violation-reasons.ts';
export { type Alg, algorithms, isAlg } from './algorithms.ts';
export { checkSources, type SourcesVerdict } from './check-sources.ts';
export type { Claims, Clock } from './claims.ts';
export type { TokenHeader } from './compact-jws.ts';
export type { DropReason } from './dropped-keys.ts';
export { type Extracted, extractToken } from './extract-token.ts';
export { JwkError, type JwkErrorDetail, type JwkErrorReason } from './jwk-error.ts';
export { importKeys, type KeySet, type VerificationKey } from './key-set.ts';
export {
  type DefaultedKey,
  type DroppedKey,
  defaultedMessage,
  type NormalizedKeys,
  type NormalizeOptions,
  normalizeKeys,
} from './normalize-keys.ts';
export { type JwkInput, type PublicKey, publicKey, type StoredKey } from './stored-key.ts';
export { type Refused, type Verified, verifyToken } from './verify-token.ts';
