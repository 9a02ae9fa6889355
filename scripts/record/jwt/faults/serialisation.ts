import { createHash } from 'node:crypto';
import { compact, type Draft, type Fault, soundToken } from '../draft.ts';

function ofParts(
  write: (parts: { protected: string; payload: string; signature: string }, draft: Draft) => string,
): Fault {
  return (draft) => {
    const [header = '', payload = '', signature = ''] = soundToken(draft).split('.');
    return write({ protected: header, payload, signature }, draft);
  };
}

/** Bytes that look random and are always the same. */
function bytes(name: string, length: number): string {
  const digest = createHash('sha512').update(name).digest();
  return Buffer.concat([digest, digest]).subarray(0, length).toString('base64url');
}

const encrypted = (draft: Draft) => ({
  protected: Buffer.from(JSON.stringify({ alg: 'RSA-OAEP-256', enc: 'A256GCM', ...kidOf(draft) })).toString(
    'base64url',
  ),
  encrypted_key: bytes('encrypted key', 96),
  iv: bytes('iv', 12),
  ciphertext: bytes('ciphertext', 64),
  tag: bytes('tag', 16),
});

function kidOf({ recipe }: Draft): Record<string, unknown> {
  return typeof recipe.header === 'string' ? {} : { kid: recipe.header['kid'] };
}

/** Tokens that are no compact JWS, though a JOSE library may read some of them. */
export const serialisation = {
  flattened: ofParts((parts) => JSON.stringify(parts)),
  'flattened-with-spaces': ofParts((parts) => JSON.stringify(parts, null, 1).replaceAll('\n', ' ')),
  'flattened-with-unprotected-kid': ofParts((parts, draft) =>
    JSON.stringify({ ...parts, header: kidOf(draft) }),
  ),
  general: ofParts(({ payload, ...signature }) => JSON.stringify({ payload, signatures: [signature] })),
  'general-with-two-signatures': ofParts(({ payload, ...signature }) =>
    JSON.stringify({ payload, signatures: [{ ...signature, signature: bytes('signature', 32) }, signature] }),
  ),
  'flattened-and-encoded': ofParts((parts) => Buffer.from(JSON.stringify(parts)).toString('base64url')),
  'json-string': (draft) => JSON.stringify(soundToken(draft)),
  'json-array': (draft) => JSON.stringify([soundToken(draft)]),
  'json-array-of-parts': (draft) => JSON.stringify(soundToken(draft).split('.')),
  'json-object': (draft) => JSON.stringify({ jwt: soundToken(draft) }),
  'json-header-and-claims': ({ recipe }) =>
    JSON.stringify({ header: recipe.header, payload: recipe.payload }),
  'encrypted-compact': (draft) => Object.values(encrypted(draft)).join('.'),
  'encrypted-flattened': (draft) => JSON.stringify(encrypted(draft)),
  detached: ofParts((parts) => `${parts.protected}..${parts.signature}`),
  'flattened-detached': ofParts(({ payload: _, ...parts }) => JSON.stringify(parts)),
  /** RFC 7797: the payload itself is signed and sent, here with a text that holds no dot. */
  'unencoded-payload': ({ header, recipe, sign }) => {
    const payload = JSON.stringify(recipe.payload);
    return compact(header, payload, sign(`${header}.${payload}`));
  },
  'unencoded-and-detached': ({ header, recipe, sign }) =>
    compact(header, '', sign(`${header}.${JSON.stringify(recipe.payload)}`)),
} as const satisfies Record<string, Fault>;
