import { createPublicKey } from 'node:crypto';
import { type Jwk, member, publicMembers } from './key-store.ts';

function pem(jwk: Jwk, type: 'spki' | 'pkcs1'): string {
  const key = createPublicKey({ key: publicMembers(jwk) as JsonWebKey, format: 'jwk' }); // Exported by node:crypto.
  return key.export({ type, format: 'pem' }).toString();
}

function der(jwk: Jwk, type: 'spki' | 'pkcs1'): Buffer {
  return Buffer.from(bodyOf(pem(jwk, type)), 'base64');
}

function bodyOf(text: string): string {
  return text.replace(/-----[^-]+-----|\s/g, '');
}

const decoded = (jwk: Jwk, name: string): Buffer => Buffer.from(member(jwk, name), 'base64url');

/**
 * The bytes that an attacker, or a muddled signer, takes for an HMAC secret. Each form of a public key is
 * what some verifier has used as one.
 */
export const secretForms = {
  'spki-pem': (jwk) => pem(jwk, 'spki'),
  'spki-pem-without-last-newline': (jwk) => pem(jwk, 'spki').trimEnd(),
  'spki-pem-with-crlf': (jwk) => pem(jwk, 'spki').replace(/\n/g, '\r\n'),
  'spki-pem-body': (jwk) => bodyOf(pem(jwk, 'spki')),
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
} as const satisfies Record<string, (jwk: Jwk) => Buffer | string>;

export type SecretForm = keyof typeof secretForms;
