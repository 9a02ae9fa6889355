import { type Alg, type Curve, curveAlg, getKty, isAlg, isCurve } from './algorithms.ts';
import type { JwkInput, StoredHmacKey, StoredKey } from './key-set.ts';
import { importKey } from './key-set.ts';
import {
  hasSupportedSize,
  type IndexedJwk,
  JwkError,
  normalizeEcKey,
  normalizeHmacKey,
  normalizeRsaKey,
  optionalString,
  requiredString,
} from './key-types.ts';

/**
 * Why a key is dropped without an error; the list is closed. The seed says that unsupported keys are dropped, and which
 * types, algorithms, curves and RSA key sizes are supported. It is inferred that this includes keys for other purposes
 * than signatures.
 */
export type DropReason =
  | 'unsupported_kty'
  | 'unsupported_use'
  | 'unsupported_key_ops'
  | 'unsupported_alg'
  | 'unsupported_crv'
  | 'unsupported_size';

const SUPPORTED_KTY: ReadonlySet<string> = new Set(['RSA', 'EC', 'oct']);

/**
 * The first reason why the service does not support a key, or undefined if it does.
 *
 * @throws JwkError `wrong_type`, `not_base64url` if a member that decides this can't be read
 */
function unsupportedReason(entry: IndexedJwk, kty: string): DropReason | undefined {
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
  if (crv !== undefined && !isCurve(crv)) return 'unsupported_crv';
  return kty === 'RSA' && !hasSupportedSize(entry) ? 'unsupported_size' : undefined;
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

/** A missing `alg` that was filled in. `index` is the position in the request. */
export interface DefaultedKey {
  readonly index: number;
  readonly kid: string;
  readonly alg: Alg;
}

/** A dropped key, which the service does not support. */
export interface DroppedKey {
  readonly index: number;
  readonly kid: string;
  readonly why: DropReason;
}

export interface NormalizedKeys {
  /** The keys to store, in the order of the request; empty if all keys were dropped. */
  readonly keys: StoredKey[];
  readonly defaulted: DefaultedKey[];
  readonly dropped: DroppedKey[];
}

export interface NormalizeOptions {
  /**
   * What the request does to the key set: `create` (POST), `replace` (PUT) or `update` (PATCH). Each
   * carries the complete set; only `update` lets an HMAC key of `stored` leave out its `k`.
   */
  readonly mode: 'create' | 'replace' | 'update';
  /** The current keys of the configuration; only `update` uses them. */
  readonly stored?: readonly StoredKey[];
}

/**
 * Converts the keys of a request to the keys to store: fills in `alg`, removes unneeded members and unsupported keys,
 * and refuses invalid ones (seed token-validation, JSON Web Key and Endpoints).
 *
 * Two keys may share a kid when their algorithms differ; the pair of kid and effective alg must be
 * unique among the keys that are kept (Cloudflare docs, Configure JWT validation via the API).
 *
 * @throws JwkError for the first invalid key, in order. Then nothing is stored.
 *
 * @example
 * const { keys, defaulted } = await normalizeKeys([{ kty: 'RSA', kid: 'key-1', use: 'sig', n, e }], {
 *   mode: 'create',
 * });
 * keys[0] // { kty: 'RSA', kid: 'key-1', alg: 'RS256', n, e }
 * defaulted // [{ index: 0, kid: 'key-1', alg: 'RS256' }]
 */
export async function normalizeKeys(
  keys: readonly JwkInput[],
  options: NormalizeOptions,
): Promise<NormalizedKeys> {
  const result: NormalizedKeys = { keys: [], defaulted: [], dropped: [] };
  const secrets = storedSecrets(options.mode === 'update' ? (options.stored ?? []) : []);
  const identities = new Map<string, number>();
  for (const [index, jwk] of keys.entries()) {
    const entry = { index, jwk };
    const kid = requireKid(entry);
    const kty = requiredString(entry, 'kty', 'every key needs ("RSA", "EC" or "oct")');
    const why = unsupportedReason(entry, kty);
    if (why) {
      result.dropped.push({ index, kid, why });
      continue;
    }
    const key = normalizeKey(entry, kid, kty, secrets);
    requireNewIdentity(identities, index, key);
    await requireImportable(index, key);
    result.keys.push(key);
    if (jwk.alg === undefined) result.defaulted.push({ index, kid, alg: key.alg });
  }
  // A copy has no spare capacity, unlike a list that was pushed to: thousands of zones keep theirs.
  return { ...result, keys: result.keys.slice() };
}

/**
 * The exact text of message 110003: Cloudflare docs, Configure JWT validation via the API.
 *
 * @example
 * defaultedMessage({ index: 0, kid: 'key-1', alg: 'RS256' })
 * // keys[0].alg was omitted and defaulted to "RS256" (kid "key-1")
 */
export function defaultedMessage({ index, kid, alg }: DefaultedKey): string {
  return `keys[${index}].alg was omitted and defaulted to "${alg}" (kid "${kid}")`;
}

function requireKid(entry: IndexedJwk): string {
  const kid = requiredString(entry, 'kid', 'every key needs (it must equal the kid of the token header)');
  if (kid !== '') return kid;
  throw new JwkError(entry.index, {
    member: 'kid',
    reason: 'empty',
    text: 'kid is empty: give the key the kid that its tokens carry in their header',
  });
}

function normalizeKey(
  entry: IndexedJwk,
  kid: string,
  kty: string,
  secrets: ReadonlyMap<string, StoredHmacKey>,
): StoredKey {
  const crv = kty === 'EC' ? optionalString(entry, 'crv') : undefined;
  const alg = effectiveAlg(entry, kty, crv);
  switch (alg) {
    case 'ES256':
    case 'ES384':
      return normalizeEcKey(entry, kid, alg, effectiveCurve(alg, crv));
    case 'HS256':
    case 'HS384':
    case 'HS512':
      return normalizeHmacKey(entry, kid, alg, secrets.get(getIdentity(alg, kid)));
    default:
      return normalizeRsaKey(entry, kid, alg);
  }
}

/** Seed, JSON Web Key: RSA defaults to RS256, EC to the algorithm of its curve, HMAC never defaults. */
function effectiveAlg(entry: IndexedJwk, kty: string, crv: string | undefined): Alg {
  const { index } = entry;
  const sent = optionalString(entry, 'alg');
  if (sent !== undefined && isAlg(sent)) {
    if (getKty(sent) === kty) return sent;
    throw new JwkError(index, {
      member: 'alg',
      reason: 'alg_mismatch',
      text: `alg is "${sent}", which needs a key of kty "${getKty(sent)}", but kty is "${kty}": correct one of them`,
      detail: { value: sent, limit: kty },
    });
  }
  if (kty === 'RSA') return 'RS256';
  if (crv !== undefined && isCurve(crv)) return curveAlg[crv];
  if (kty === 'EC') {
    throw new JwkError(index, {
      member: 'crv',
      reason: 'missing',
      text: 'crv is missing, and so is alg: an EC key needs at least one of them, for example "P-256"',
    });
  }
  throw new JwkError(index, {
    member: 'alg',
    reason: 'missing',
    text: 'alg is missing, which every HMAC key needs ("HS256", "HS384" or "HS512"): add it',
  });
}

/**
 * A documented PUT example has no crv: Cloudflare docs, Configure JWT validation via the API. Then alg determines it.
 */
function effectiveCurve(alg: 'ES256' | 'ES384', crv: string | undefined): Curve {
  if (crv !== undefined && isCurve(crv)) return crv;
  return alg === 'ES256' ? 'P-256' : 'P-384';
}

/** Algorithm names have no spaces, so this text is unique for each identity. */
function getIdentity(alg: Alg, kid: string): string {
  return `${alg} ${kid}`;
}

function storedSecrets(stored: readonly StoredKey[]): Map<string, StoredHmacKey> {
  const secrets = new Map<string, StoredHmacKey>();
  for (const key of stored) if (key.kty === 'oct') secrets.set(getIdentity(key.alg, key.kid), key);
  return secrets;
}

function requireNewIdentity(identities: Map<string, number>, index: number, key: StoredKey): void {
  const identity = getIdentity(key.alg, key.kid);
  const earlier = identities.get(identity);
  if (earlier !== undefined) {
    throw new JwkError(index, {
      member: 'kid',
      reason: 'duplicate_identity',
      text: `kid "${key.kid}" with alg "${key.alg}" is already used by keys[${earlier}]: change the kid or remove one key`,
      detail: { value: key.kid },
    });
  }
  identities.set(identity, index);
}

/** A stored key must be importable later, while requests are waiting. */
async function requireImportable(index: number, key: StoredKey): Promise<void> {
  try {
    await importKey(key);
  } catch (cause) {
    const fault = {
      member: key.kty === 'RSA' ? 'n' : key.kty === 'EC' ? 'x' : 'k',
      reason: 'unusable',
      text: `${key.kty === 'oct' ? 'k' : 'kty'} describes a key that can't be used: export the public key again`,
    } as const;
    throw new JwkError(index, fault, { cause });
  }
}
