import type { z } from 'zod';
import type { KeySeed } from '../../spec/seed-file/zone-seed.ts';
import type { jwkInputSchema } from '../../spec/services/token-validation/schemas.ts';
import { isObject } from '../../spec/value-kinds.ts';
import { toBase64 } from '../engines/models/base64.ts';
import type { SeedDocument } from './seed-document.ts';
import { SeedFault } from './seed-problem.ts';
import { readSeedFile } from './seeded-objects.ts';

type Jwk = z.input<typeof jwkInputSchema>;

/** Algorithms to try for a PEM key when the seed names none. */
const kinds = ['RS256', 'ES256', 'ES384'] as const;

/** Members that only private keys have: RFC 7518, section 6. */
const privateMembers: ReadonlySet<string> = new Set(['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth']);

/**
 * Returns the JSON Web Key of a seed. The API decides whether it accepts the key.
 *
 * @throws SeedFault for a file or PEM text without a key
 */
export async function toJwk(seed: KeySeed, document: SeedDocument): Promise<Jwk> {
  const { secret, pem, file, ...rest } = seed;
  const { kid, alg } = seed;
  const ids = alg === undefined ? { kid } : { kid, alg };
  if (secret !== undefined) return { kty: 'oct', ...ids, k: base64url(new TextEncoder().encode(secret)) };
  if (pem !== undefined) return { ...(await publicJwk(pem, alg, 'pem')), ...ids };
  if (file === undefined) return withKty(rest, 'kty');
  const text = new TextDecoder().decode(await readSeedFile(file, document));
  if (!text.trimStart().startsWith('{')) return { ...(await publicJwk(text, alg, 'file')), ...ids };
  return { ...withKty({ kid, ...readJwk(text, file) }, 'file'), ...ids };
}

/** @throws SeedFault */
function readJwk(text: string, file: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SeedFault(`${file} is not JSON: ${reason}`, ['file'], { cause });
  }
  const keys = isObject(value) ? value['keys'] : undefined;
  if (!Array.isArray(keys)) return isObject(value) ? withoutPrivate(value) : {};
  const [key, second] = keys;
  if (isObject(key) && second === undefined) return withoutPrivate(key);
  throw new SeedFault(`${file} is a set of ${keys.length} keys: name a file with one`, ['file']);
}

const withoutPrivate = (jwk: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(jwk).filter(([member]) => !privateMembers.has(member)));

/** @throws SeedFault */
function withKty(jwk: { readonly kid: string } & Record<string, unknown>, at: string): Jwk {
  const { kty } = jwk;
  if (typeof kty !== 'string') throw new SeedFault('is not a JSON Web Key: kty is missing', [at]);
  return { ...jwk, kty };
}

/** Reads the public key in a PEM text. @throws SeedFault if there is none */
async function publicJwk(pem: string, alg: string | undefined, at: string): Promise<{ kty: string }> {
  const jose = await import('jose');
  const label = /-----BEGIN ([A-Z0-9 ]+)-----/.exec(pem)?.[1];
  const read = {
    CERTIFICATE: jose.importX509,
    'PUBLIC KEY': jose.importSPKI,
    'PRIVATE KEY': jose.importPKCS8,
  };
  const importKey = Object.entries(read).find(([name]) => name === label)?.[1];
  if (!importKey) {
    const found = label === undefined ? 'contains no PEM' : `contains a PEM ${label}`;
    throw new SeedFault(`${found}: expected PUBLIC KEY, CERTIFICATE or PRIVATE KEY`, [at]);
  }
  let reason = '';
  for (const kind of alg === undefined ? kinds : [alg]) {
    try {
      const { kty, ...jwk } = await jose.exportJWK(await importKey(pem, kind, { extractable: true }));
      if (kty !== undefined) return { kty, ...withoutPrivate(jwk) };
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
  }
  const wanted = alg ?? 'RSA, P-256 and P-384';
  throw new SeedFault(`contains no key for ${wanted}: ${reason}`, [at]);
}

const base64url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
