/** Tokens in the browser: made and signed with WebCrypto. */

/** Parameters of WebCrypto for an algorithm of tokens (RFC 7518, section 3). */
interface Algorithm {
  readonly importing: AlgorithmIdentifier | RsaHashedImportParams | EcKeyImportParams | HmacImportParams;
  readonly signing: AlgorithmIdentifier | EcdsaParams | RsaPssParams;
}

const ec = (namedCurve: string, hash: string): Algorithm => ({
  importing: { name: 'ECDSA', namedCurve },
  signing: { name: 'ECDSA', hash },
});
const rsa = (hash: string): Algorithm => ({
  importing: { name: 'RSASSA-PKCS1-v1_5', hash },
  signing: { name: 'RSASSA-PKCS1-v1_5' },
});
const pss = (hash: string, saltLength: number): Algorithm => ({
  importing: { name: 'RSA-PSS', hash },
  signing: { name: 'RSA-PSS', saltLength },
});
const hmac = (hash: string): Algorithm => ({ importing: { name: 'HMAC', hash }, signing: { name: 'HMAC' } });

const algorithms: ReadonlyMap<string, Algorithm> = new Map([
  ['ES256', ec('P-256', 'SHA-256')],
  ['ES384', ec('P-384', 'SHA-384')],
  ['RS256', rsa('SHA-256')],
  ['RS384', rsa('SHA-384')],
  ['RS512', rsa('SHA-512')],
  ['PS256', pss('SHA-256', 32)],
  ['PS384', pss('SHA-384', 48)],
  ['PS512', pss('SHA-512', 64)],
  ['HS256', hmac('SHA-256')],
  ['HS384', hmac('SHA-384')],
  ['HS512', hmac('SHA-512')],
]);

/** A private JSON Web Key, or a secret. */
export type PrivateJwk = JsonWebKey & { readonly kid?: string };

/** Thrown for a key or a token that can't be used, in words for the reader. */
export class TokenError extends Error {}

/** The algorithm that a key signs with: its `alg`, or the usual one of its type. @throws TokenError */
export function algOf({ alg, kty, crv }: PrivateJwk): string {
  const usual = kty === 'EC' ? (crv === 'P-384' ? 'ES384' : 'ES256') : kty === 'RSA' ? 'RS256' : 'HS256';
  const chosen = alg ?? usual;
  if (!algorithms.has(chosen)) throw new TokenError(`No key signs with the algorithm ${chosen}.`);
  return chosen;
}

/** Makes a key pair for ES256. */
export async function generateKey(kid: string): Promise<{ privateJwk: PrivateJwk; publicJwk: JsonWebKey }> {
  const { importing } = getAlgorithm('ES256');
  const pair = await getSubtle().generateKey(importing as EcKeyGenParams, true, ['sign', 'verify']);
  const { kty, crv, x, y, d } = await getSubtle().exportKey('jwk', pair.privateKey);
  const shared = { kty, crv, x, y, alg: 'ES256', kid } as JsonWebKey;
  return { privateJwk: { ...shared, d } as PrivateJwk, publicJwk: shared };
}

/**
 * Signs a token.
 *
 * @param header text of its header, which may say anything
 * @throws TokenError
 */
export async function signToken(header: string, payload: string, key: PrivateJwk): Promise<string> {
  const { importing, signing } = getAlgorithm(algOf(key));
  const { alg: _, key_ops: __, use: ___, ext: ____, ...members } = key;
  const input = `${encode(compactJson(header))}.${encode(compactJson(payload))}`;
  try {
    const imported = await getSubtle().importKey('jwk', members, importing, false, ['sign']);
    const signature = await getSubtle().sign(signing, imported, new TextEncoder().encode(input));
    return `${input}.${encodeBytes(new Uint8Array(signature))}`;
  } catch (error) {
    throw new TokenError(`This key can't sign: ${(error as Error).message || 'it is not a private key'}.`);
  }
}

/** A token without a signature. */
export function unsignedToken(header: string, payload: string): string {
  return `${encode(compactJson(header))}.${encode(compactJson(payload))}.`;
}

/** Changes the signature of a token. */
export function withBrokenSignature(token: string): string {
  const at = token.lastIndexOf('.') + 1;
  return `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
}

/** Header and payload of a token as indented JSON; undefined if it is no token. */
export function readToken(token: string): { readonly header: string; readonly payload: string } | undefined {
  const [header = '', payload = ''] = token.replace(/^Bearer /, '').split('.');
  try {
    return { header: decode(header), payload: decode(payload) };
  } catch {
    return undefined;
  }
}

/** Reads a private key that a reader pasted. @throws TokenError */
export function readPrivateJwk(text: string): PrivateJwk {
  const key = readObject(text, 'The key') as PrivateJwk;
  if (key.d === undefined && key.k === undefined) {
    throw new TokenError('The key has neither d nor k, so it is not private and can not sign.');
  }
  return key;
}

/** @throws TokenError */
export function readObject(text: string, what: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new TokenError(`${what} is not JSON: ${(error as Error).message}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TokenError(`${what} is not a JSON object.`);
  }
  return value as Record<string, unknown>;
}

/** JSON without spaces; any other text unchanged, since a token may hold anything. */
function compactJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

function getAlgorithm(alg: string): Algorithm {
  const algorithm = algorithms.get(alg);
  if (!algorithm) throw new TokenError(`No key signs with the algorithm ${alg}.`);
  return algorithm;
}

/** Browsers have it only for this machine and over HTTPS. */
function getSubtle(): SubtleCrypto {
  if (globalThis.crypto && crypto.subtle) return crypto.subtle;
  throw new TokenError('This browser has no cryptography here: open the console at http://localhost.');
}

const encode = (text: string) => encodeBytes(new TextEncoder().encode(text));

function encodeBytes(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function decode(part: string): string {
  const binary = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
  const text = new TextDecoder('utf-8', { fatal: true }).decode(
    Uint8Array.from(binary, (character) => character.charCodeAt(0)),
  );
  return JSON.stringify(JSON.parse(text), null, 2);
}
