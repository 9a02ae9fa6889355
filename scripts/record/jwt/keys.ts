import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type { JwtVectorKeys } from '../../../spec/vectors/jwt.ts';

/** The keys of `fixtures/jwt/keys.json`, and how to generate each missing one. */
const generators = {
  'rsa-2048': () => rsa(2048),
  'rsa-2048-b': () => rsa(2048),
  'rsa-3072': () => rsa(3072),
  'rsa-4096': () => rsa(4096),
  p256: () => ec('P-256'),
  'p256-b': () => ec('P-256'),
  p384: () => ec('P-384'),
  'p384-b': () => ec('P-384'),
  p521: () => ec('P-521'),
  ed25519: () => toJwk(generateKeyPairSync('ed25519').privateKey),
  'secret-32': () => secret(32),
  'secret-32-b': () => secret(32),
  'secret-48': () => secret(48),
  'secret-64': () => secret(64),
  'secret-130': () => secret(130),
  'secret-200': () => secret(200),
} as const satisfies Record<string, () => Jwk>;

export type KeyId = keyof typeof generators;

/** A private key or secret as a JSON Web Key. */
export interface Jwk {
  readonly kty: string;
  readonly [member: string]: unknown;
}

export type KeyStore = Readonly<Record<KeyId, Jwk>>;

/**
 * Returns the fixed keys, and generates those that `existing` lacks: a recorded key never changes.
 *
 * @example
 * const keys = completeKeys({});
 * keys['rsa-2048'].kty // 'RSA'
 */
export function completeKeys(existing: JwtVectorKeys['keys']): KeyStore {
  const ids = Object.keys(generators) as KeyId[]; // Object.keys forgets what the keys are.
  const entries = ids.map((id) => [id, existing[id] ?? generators[id]()]);
  return Object.fromEntries(entries) as KeyStore; // One entry for every id.
}

/** A string member of a JSON Web Key. */
export function member(jwk: Jwk, name: string): string {
  const value = jwk[name];
  if (typeof value !== 'string') throw new TypeError(`A ${jwk.kty} key has no ${name}`);
  return value;
}

/** The public half of a pair; a secret stays as it is. */
export function publicMembers(jwk: Jwk): Jwk {
  const names = { RSA: ['n', 'e'], EC: ['crv', 'x', 'y'], OKP: ['crv', 'x'], oct: ['k'] }[jwk.kty] ?? [];
  return { kty: jwk.kty, ...Object.fromEntries(names.map((name) => [name, jwk[name]])) };
}

function rsa(modulusLength: number): Jwk {
  return toJwk(generateKeyPairSync('rsa', { modulusLength }).privateKey);
}

function ec(namedCurve: string): Jwk {
  return toJwk(generateKeyPairSync('ec', { namedCurve }).privateKey);
}

function secret(bytes: number): Jwk {
  return { kty: 'oct', k: randomBytes(bytes).toString('base64url') };
}

function toJwk(key: KeyObject): Jwk {
  const { kty, ...members } = key.export({ format: 'jwk' });
  return { kty: kty ?? '', ...members };
}

function pem(jwk: Jwk, type: 'spki' | 'pkcs1'): string {
  const key = createPublicKey({ key: publicMembers(jwk) as JsonWebKey, format: 'jwk' }); // Exported by node:crypto.
  return key.export({ type, format: 'pem' }).toString();
}

function der(jwk: Jwk, type: 'spki' | 'pkcs1'): Buffer {
  return Buffer.from(toBody(pem(jwk, type)), 'base64');
}

function toBody(text: string): string {
  return text.replace(/-----[^-]+-----|\s/g, '');
}

const decoded = (jwk: Jwk, name: string): Buffer => Buffer.from(member(jwk, name), 'base64url');

/** Forms of a key that an attacker, or a wrong signer, uses as an HMAC secret. */
export const secretForms: Readonly<Record<string, (jwk: Jwk) => Buffer | string>> = {
  'spki-pem': (jwk) => pem(jwk, 'spki'),
  'spki-pem-without-last-newline': (jwk) => pem(jwk, 'spki').trimEnd(),
  'spki-pem-with-crlf': (jwk) => pem(jwk, 'spki').replace(/\n/g, '\r\n'),
  'spki-pem-body': (jwk) => toBody(pem(jwk, 'spki')),
  'spki-der': (jwk) => der(jwk, 'spki'),
  'pkcs1-pem': (jwk) => pem(jwk, 'pkcs1'),
  'pkcs1-der': (jwk) => der(jwk, 'pkcs1'),
  'jwk-json': (jwk) => JSON.stringify(publicMembers(jwk)),
  'modulus-bytes': (jwk) => decoded(jwk, 'n'),
  'modulus-text': (jwk) => member(jwk, 'n'),
  'exponent-bytes': (jwk) => decoded(jwk, 'e'),
  'uncompressed-point': (jwk) => Buffer.concat([Buffer.from([4]), decoded(jwk, 'x'), decoded(jwk, 'y')]),
  'x-bytes': (jwk) => decoded(jwk, 'x'),
  'secret-text': (jwk) => member(jwk, 'k'),
  'secret-first-half': (jwk) => decoded(jwk, 'k').subarray(0, decoded(jwk, 'k').length / 2),
  'secret-reversed': (jwk) => Buffer.from(decoded(jwk, 'k')).reverse(),
  'secret-hexadecimal': (jwk) => decoded(jwk, 'k').toString('hex'),
  'no-bytes': () => Buffer.alloc(0),
  password: () => 'secret',
};
