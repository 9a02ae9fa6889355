import fixture from '../../fixtures/jwt/keys.json' with { type: 'json' };
import type { ConfigBody } from '../harness/creation.ts';

/** Algorithms of the seed, in the order of its table. */
export const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'HS256',
  'HS384',
  'HS512',
] as const;

export type Alg = (typeof algorithms)[number];

/** A key in the form for a configuration. */
export type ConfigKey = ConfigBody['credentials']['keys'][number];

/** A header or payload: an object is encoded as JSON, a text is used as it is. */
export type Part = Readonly<Record<string, unknown>> | string;

/** A key that tests sign tokens with. */
export interface SigningKey {
  readonly kid: string;
  readonly alg: Alg;
  /** The key that a configuration needs for verification: the public half, or the secret. */
  readonly jwk: ConfigKey;
  readonly cryptoKey: CryptoKey;
  /** Signs a token; `header` overrides `alg` and `kid`, and undefined omits a member. */
  sign(payload?: Part, header?: Readonly<Record<string, unknown>>): Promise<string>;
  /** The Base64url signature over any text, by this algorithm or another of the same family. */
  signature(input: string, alg?: Alg): Promise<string>;
  /** The same key under another name. */
  as(kid: string): SigningKey;
}

const encoder = new TextEncoder();

/** Bytes or text in unpadded Base64url. */
export function base64url(data: string | Uint8Array): string {
  const bytes = typeof data === 'string' ? encoder.encode(data) : data;
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Decodes unpadded Base64url. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** Encodes a header or payload as a part of a token. */
export const encodePart = (part: Part) => base64url(typeof part === 'string' ? part : JSON.stringify(part));

/**
 * A key for an algorithm: a new EC key of its curve, a new secret of minimum length, or always the same RSA key of 2048
 * bits, since generating one takes as long as a hundred requests.
 */
export async function newKey(alg: Alg = 'ES256', kid = `${alg.toLowerCase()}-key`): Promise<SigningKey> {
  if (alg.startsWith('HS')) {
    const secret = crypto.getRandomValues(new Uint8Array(hashBits(alg) / 8));
    return secretKey(secret, alg, kid);
  }
  if (!alg.startsWith('ES')) return rsaKey(fixture.keys['rsa-2048'], alg, kid);
  const pair = await crypto.subtle.generateKey(asymmetric(alg), true, ['sign', 'verify']);
  const { kty = '', crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  const jwk = Object.fromEntries(Object.entries({ kty, alg, kid, crv, x, y }));
  return signingKey({ ...jwk, kty, kid }, alg, kid, pair.privateKey);
}

/** Another key with the name and algorithm of a key from {@link newKey}. */
export async function foreignTo({ alg, kid }: SigningKey): Promise<SigningKey> {
  const isRsa = !alg.startsWith('HS') && !alg.startsWith('ES');
  return isRsa ? rsaKey(fixture.keys['rsa-2048-b'], alg, kid) : newKey(alg, kid);
}

/** A key of the vectors, which is public and protects nothing. */
async function rsaKey(pair: RsaPair, alg: Alg, kid: string): Promise<SigningKey> {
  const { kty, n, e } = pair;
  const key = await crypto.subtle.importKey('jwk', pair, asymmetric(alg), true, ['sign']);
  return signingKey({ kty, alg, kid, n, e }, alg, kid, key);
}

type RsaPair = (typeof fixture.keys)['rsa-2048'];

/** A key with a given secret. */
export async function secretKey(secret: Uint8Array<ArrayBuffer>, alg: Alg, kid: string): Promise<SigningKey> {
  const algorithm = { name: 'HMAC', hash: `SHA-${hashBits(alg)}` };
  const key = await crypto.subtle.importKey('raw', secret, algorithm, false, ['sign']);
  return signingKey({ kty: 'oct', kid, alg, k: base64url(secret) }, alg, kid, key);
}

function signingKey(jwk: ConfigKey, alg: Alg, kid: string, cryptoKey: CryptoKey): SigningKey {
  const signature: SigningKey['signature'] = async (input, other = alg) => {
    const key = other === alg ? cryptoKey : await forAlgorithm(cryptoKey, other);
    const bytes = await crypto.subtle.sign(signing(other), key, encoder.encode(input));
    return base64url(new Uint8Array(bytes));
  };
  return {
    kid,
    alg,
    jwk,
    cryptoKey,
    signature,
    async sign(payload = { sub: 'user-1' }, header = {}) {
      const input = `${encodePart({ alg, kid, ...header })}.${encodePart(payload)}`;
      return `${input}.${await signature(input)}`;
    },
    as: (name) => signingKey({ ...jwk, kid: name }, alg, name, cryptoKey),
  };
}

/** The same private key, allowed for another algorithm. */
async function forAlgorithm(key: CryptoKey, alg: Alg): Promise<CryptoKey> {
  const jwk = await crypto.subtle.exportKey('jwk', key);
  const { alg: _, ...members } = jwk;
  return crypto.subtle.importKey('jwk', members, asymmetric(alg), false, ['sign']);
}

const hashBits = (alg: Alg) => Number(alg.slice(2));

function asymmetric(alg: Alg): RsaHashedKeyGenParams | EcKeyGenParams {
  if (alg.startsWith('ES')) return { name: 'ECDSA', namedCurve: `P-${hashBits(alg)}` };
  return {
    name: alg.startsWith('PS') ? 'RSA-PSS' : 'RSASSA-PKCS1-v1_5',
    hash: `SHA-${hashBits(alg)}`,
    modulusLength: 2048,
    publicExponent: Uint8Array.of(1, 0, 1),
  };
}

function signing(alg: Alg): AlgorithmIdentifier | RsaPssParams | EcdsaParams {
  if (alg.startsWith('ES')) return { name: 'ECDSA', hash: `SHA-${hashBits(alg)}` };
  if (alg.startsWith('PS')) return { name: 'RSA-PSS', saltLength: hashBits(alg) / 8 };
  return { name: alg.startsWith('HS') ? 'HMAC' : 'RSASSA-PKCS1-v1_5' };
}
