/** The JOSE engine: keys in, verdicts out, independent of configurations, zones and HTTP. */

export type { ViolationReason } from '../../../spec/violation-reasons.ts';
export { type Alg, algorithms, isAlg } from './algorithms.ts';
export { checkSources, type Extracted, extractToken, type SourcesVerdict } from './check-sources.ts';
export { JwkError, type JwkErrorDetail, type JwkErrorReason } from './key-members.ts';
export { importKeys, type KeySet, type VerificationKey } from './key-set.ts';
export type { DropReason } from './normalize-keys.ts';
export {
  type DefaultedKey,
  type DroppedKey,
  defaultedMessage,
  type NormalizedKeys,
  type NormalizeOptions,
  normalizeKeys,
} from './normalize-keys.ts';
export { type JwkInput, type PublicKey, publicKey, type StoredKey } from './stored-key.ts';
export type { Claims, Clock, TokenHeader } from './verify-token.ts';
export { type Refused, type Verified, verifyToken } from './verify-token.ts';
