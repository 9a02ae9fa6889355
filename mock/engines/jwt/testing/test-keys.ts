import type { Alg } from '../algorithms.ts';
import type { JwkInput } from '../stored-key.ts';
import keys from './keys.json' with { type: 'json' };

/** Names of the fixed keys in keys.json, which were made for these tests and guard nothing. */
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
