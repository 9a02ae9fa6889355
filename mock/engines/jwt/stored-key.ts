import type { Curve, EcAlg, HmacAlg, RsaAlg } from './algorithms.ts';

/** A JSON Web Key from a caller, with unchecked members. */
export interface JwkInput {
  readonly kty?: unknown;
  readonly kid?: unknown;
  readonly alg?: unknown;
  readonly use?: unknown;
  readonly key_ops?: unknown;
  readonly crv?: unknown;
  readonly x?: unknown;
  readonly y?: unknown;
  readonly n?: unknown;
  readonly e?: unknown;
  readonly k?: unknown;
  readonly [member: string]: unknown;
}

export interface StoredRsaKey {
  readonly kty: 'RSA';
  readonly kid: string;
  readonly alg: RsaAlg;
  readonly n: string;
  readonly e: string;
}

export interface StoredEcKey {
  readonly kty: 'EC';
  readonly kid: string;
  readonly alg: EcAlg;
  readonly crv: Curve;
  readonly x: string;
  readonly y: string;
}

export interface StoredHmacKey {
  readonly kty: 'oct';
  readonly kid: string;
  readonly alg: HmacAlg;
  /** The secret. Never part of a response: see {@link publicKey}. */
  readonly k: string;
}

/** A normalised key: only the members needed for verification, all of them checked. */
export type StoredKey = StoredRsaKey | StoredEcKey | StoredHmacKey;

/** The visible part of a key: Cloudflare docs, Configure JWT validation via the API. */
export type PublicKey = StoredRsaKey | StoredEcKey | Omit<StoredHmacKey, 'k'>;

/**
 * The members of a key that a response may have: all of an RSA or EC key, and all but the secret of an HMAC key (seed
 * token-validation, JSON Web Key).
 *
 * @example
 * publicKey({ kty: 'oct', kid: 'a', alg: 'HS256', k: '...' }) // { kty: 'oct', kid: 'a', alg: 'HS256' }
 */
export function publicKey(key: StoredKey): PublicKey {
  if (key.kty !== 'oct') return { ...key };
  const { kty, kid, alg } = key;
  return { kty, kid, alg };
}
