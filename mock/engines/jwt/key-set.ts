import { importJWK } from 'jose/key/import';
import type { Curve, EcAlg, HmacAlg, RsaAlg } from './algorithms.ts';
import { type Alg, algorithms } from './algorithms.ts';
import { decodeBase64url } from './base64url.ts';

/** A key that is ready for verification. */
export interface VerificationKey {
  readonly kid: string;
  readonly alg: Alg;
  readonly cryptoKey: CryptoKey;
  /** Length of this key's signatures; one of any other length is invalid. */
  readonly signatureBytes: number;
}

/** The imported keys of one configuration, found by the kid and alg of a token header. */
export interface KeySet {
  readonly size: number;
  /** The key with exactly this kid and alg, or undefined. Neither alone suffices. */
  find(kid: string, alg: string): VerificationKey | undefined;
}

/**
 * Imports the keys of a configuration once, so that checking a token needs no import.
 *
 * @throws TypeError or DOMException from the runtime for keys that {@link normalizeKeys} did not make
 *
 * @example
 * const keySet = await importKeys(keys);
 * keySet.find('key-1', 'RS256')
 */
export async function importKeys(stored: readonly StoredKey[]): Promise<KeySet> {
  const byKid = new Map<string, VerificationKey[]>();
  for (const key of await Promise.all(stored.map(importKey))) {
    const sameKid = byKid.get(key.kid);
    if (sameKid) sameKid.push(key);
    else byKid.set(key.kid, [key]);
  }
  return {
    size: stored.length,
    find: (kid, alg) => byKid.get(kid)?.find((key) => key.alg === alg),
  };
}

/** Imports one key. */
export async function importKey(stored: StoredKey): Promise<VerificationKey> {
  const { kid, alg } = stored;
  const algorithm = algorithms[alg];
  const cryptoKey = stored.kty === 'oct' ? await importSecret(stored) : await importPublic(stored);
  return {
    kid,
    alg,
    cryptoKey,
    signatureBytes: 'signatureBytes' in algorithm ? algorithm.signatureBytes : modulusBytes(cryptoKey),
  };
}

async function importPublic(stored: Exclude<StoredKey, StoredHmacKey>): Promise<CryptoKey> {
  const imported = await importJWK({ ...stored }, stored.alg);
  // jose returns bytes only for `oct` keys.
  if (imported instanceof Uint8Array) throw new TypeError(`A ${stored.kty} key was imported as a secret`);
  return imported;
}

/** jose returns secrets as bytes, which would be imported again for every token. */
async function importSecret({ alg, k }: StoredHmacKey): Promise<CryptoKey> {
  const secret = decodeBase64url(k);
  if (!secret) throw new TypeError('The secret of an HMAC key is not base64url');
  return crypto.subtle.importKey('raw', secret, algorithms[alg].importing, false, ['verify']);
}

/** RFC 8017, section 8: an RSA signature is exactly as long as the modulus. */
function modulusBytes({ algorithm }: CryptoKey): number {
  if ('modulusLength' in algorithm && typeof algorithm.modulusLength === 'number') {
    return algorithm.modulusLength / 8;
  }
  throw new TypeError('An RSA key was imported without a modulus length');
}

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
