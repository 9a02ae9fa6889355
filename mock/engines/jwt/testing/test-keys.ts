import { base64url } from 'jose';
import { type Alg, algorithms } from '../algorithms.ts';
import type { JwkInput } from '../key-set.ts';
import keys from './keys.json' with { type: 'json' };

/** Names of the fixed keys in keys.json, which were made for these tests and protect nothing. */
export type TestKeyName = keyof typeof keys;

/** The private half of a fixed key, or an HMAC secret. */
export function privateJwk(name: TestKeyName): JsonWebKey {
  return keys[name];
}

/** A key as a user would send it: the public half of a pair, or a secret, with a kid and an alg. */
export function jwk(name: TestKeyName, kid: string, alg?: Alg, more: JwkInput = {}): JwkInput {
  const { kty, crv, x, y, n, e, k } = privateJwk(name);
  const members = Object.entries({ kty, kid, alg, crv, x, y, n, e, k, ...more });
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

/** A token to make, valid or not: texts are used as they are, objects are written as JSON. */
export interface TokenPlan {
  readonly key: TestKeyName;
  /** The actual signing algorithm; the header may name another. */
  readonly alg: Alg;
  readonly header: object | string;
  readonly payload: object | string | Uint8Array;
}

/** Base64url of a text, of bytes, or of the JSON of an object. */
export function encodePart(value: object | string | Uint8Array): string {
  return base64url.encode(
    typeof value === 'string' || value instanceof Uint8Array ? value : JSON.stringify(value),
  );
}

/** Signs with WebCrypto, not with the code under test. */
export async function signText(key: TestKeyName, alg: Alg, text: string): Promise<Uint8Array<ArrayBuffer>> {
  const { importing, verifying } = algorithms[alg];
  const cryptoKey = await crypto.subtle.importKey('jwk', privateJwk(key), importing, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign(verifying, cryptoKey, new TextEncoder().encode(text)));
}

/** A compact token. */
export async function makeToken({ key, alg, header, payload }: TokenPlan): Promise<string> {
  const input = `${encodePart(header)}.${encodePart(payload)}`;
  return `${input}.${base64url.encode(await signText(key, alg, input))}`;
}
