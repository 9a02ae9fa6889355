// Long: one table of faults, with the helpers of each group above it.
import { createHash } from 'node:crypto';
import type { JwtRecipe } from '../../../spec/vectors/jwt.ts';
import { type Jwk, member } from './keys.ts';
import {
  getHash,
  longestSalt,
  type Pkcs1Options,
  type PssOptions,
  signPkcs1,
  signPss,
  toBytes,
  toInteger,
} from './signatures.ts';

/** The parts of a token before it is signed, which a fault may change. */
export interface Draft {
  readonly jwk: Jwk;
  readonly alg: string;
  /** The encoded header and payload. */
  readonly header: string;
  readonly payload: string;
  /** The recipe, for faults that rewrite the parts. */
  readonly recipe: JwtRecipe;
  /** Signs a text with the recipe's key, and with its algorithm or another one. */
  sign(input: string, alg?: string): Buffer;
}

/** Base64url of text, of bytes, or of the JSON of an object. */
export function encodePart(value: JwtRecipe['payload']): string {
  if (typeof value === 'string') return Buffer.from(value).toString('base64url');
  if (isBytes(value)) return Buffer.from(value.bytes, 'hex').toString('base64url');
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Whether a payload is given as bytes in hexadecimal, because it is not text. */
function isBytes(value: JwtRecipe['payload']): value is { bytes: string } {
  return typeof value === 'object' && Object.keys(value).join() === 'bytes';
}

/** A compact token of encoded parts and a signature. */
export function compact(header: string, payload: string, signature: Uint8Array): string {
  return `${header}.${payload}.${Buffer.from(signature).toString('base64url')}`;
}

/** Signs a draft correctly. */
export function soundToken({ header, payload, sign }: Draft): string {
  return compact(header, payload, sign(`${header}.${payload}`));
}

/** One way to make a token invalid, or to encode it differently. */
type Fault = (draft: Draft) => string;

/** A fault that signs one token and sends the signature with other parts. */
function afterSigning(change: (draft: Draft) => { header?: string; payload?: string }): Fault {
  return (draft) => {
    const { header = draft.header, payload = draft.payload } = change(draft);
    return compact(header, payload, draft.sign(`${draft.header}.${draft.payload}`));
  };
}

/** A fault that changes the bytes of a signature. */
function ofSignature(change: (signature: Buffer) => Uint8Array): Fault {
  return ({ header, payload, sign }) => compact(header, payload, change(sign(`${header}.${payload}`)));
}

/** A fault that signs a text other than the one it sends. */
function ofInput(input: (draft: Draft) => string): Fault {
  return (draft) => compact(draft.header, draft.payload, draft.sign(input(draft)));
}

function claims({ recipe }: Draft): Record<string, unknown> {
  if (typeof recipe.payload === 'string') throw new TypeError('This fault needs claims, not text');
  return recipe.payload;
}

function parameters({ recipe }: Draft): Record<string, unknown> {
  if (typeof recipe.header === 'string') throw new TypeError('This fault needs a header, not text');
  return recipe.header;
}

const json = (value: Record<string, unknown>) => encodePart(JSON.stringify(value));
const reversed = (value: Record<string, unknown>) => Object.fromEntries(Object.entries(value).reverse());
const flip = (at: number) => (signature: Buffer) =>
  signature.map((byte, index) => (index === (at < 0 ? signature.length + at : at) ? byte ^ 1 : byte));

/** Changes to a token after it was signed, and signatures over another text. */
const tampering = {
  'claim-changed': afterSigning((draft) => ({ payload: json({ ...claims(draft), sub: 'admin' }) })),
  'claim-added': afterSigning((draft) => ({ payload: json({ ...claims(draft), admin: true }) })),
  'claim-removed': afterSigning((draft) => ({
    payload: json(Object.fromEntries(Object.entries(claims(draft)).slice(1))),
  })),
  'claims-reordered': afterSigning((draft) => ({ payload: json(reversed(claims(draft))) })),
  'payload-respaced': afterSigning((draft) => ({
    payload: encodePart(JSON.stringify(claims(draft), null, 1)),
  })),
  'header-parameter-added': afterSigning((draft) => ({ header: json({ ...parameters(draft), typ: 'JWT' }) })),
  'header-reordered': afterSigning((draft) => ({ header: json(reversed(parameters(draft))) })),
  'header-respaced': afterSigning((draft) => ({
    header: encodePart(JSON.stringify(parameters(draft), null, 1)),
  })),
  'signature-first-bit': ofSignature(flip(0)),
  'signature-middle-bit': ofSignature((signature) => flip(signature.length >> 1)(signature)),
  'signature-last-bit': ofSignature(flip(-1)),
  'signature-truncated': ofSignature((signature) => signature.subarray(0, -1)),
  'signature-first-half': ofSignature((signature) => signature.subarray(0, signature.length / 2)),
  'signature-extended': ofSignature((signature) => Buffer.concat([signature, Buffer.from([0])])),
  'signature-after-zero': ofSignature((signature) => Buffer.concat([Buffer.from([0]), signature])),
  'signature-twice': ofSignature((signature) => Buffer.concat([signature, signature])),
  'signature-reversed': ofSignature((signature) => Buffer.from(signature).reverse()),
  'signature-zero': ofSignature((signature) => Buffer.alloc(signature.length)),
  'signature-one-byte': ofSignature(() => Buffer.from([0])),
  'r-zero': ofSignature((signature) => Buffer.from(signature).fill(0, 0, signature.length / 2)),
  's-zero': ofSignature((signature) => Buffer.from(signature).fill(0, signature.length / 2)),
  'halves-swapped': ofSignature((signature) =>
    Buffer.concat([signature.subarray(signature.length / 2), signature.subarray(0, signature.length / 2)]),
  ),
  'signature-of-header': ofInput(({ header }) => header),
  'signature-of-payload': ofInput(({ payload }) => payload),
  'signature-of-decoded-parts': ofInput(({ header, payload }) =>
    [header, payload].map((part) => Buffer.from(part, 'base64url').toString()).join('.'),
  ),
  'signature-of-parts-without-dot': ofInput(({ header, payload }) => header + payload),
  'signature-of-other-claims': ofInput(
    (draft) => `${draft.header}.${json({ ...claims(draft), sub: 'user-2' })}`,
  ),
  'signature-empty': ({ header, payload }) => `${header}.${payload}.`,
  'signature-missing': ({ header, payload }) => `${header}.${payload}`,
} as const satisfies Record<string, Fault>;

/** A fault that rearranges the parts of a valid token. */
function ofParts(change: (header: string, payload: string, signature: string) => string): Fault {
  return (draft) => {
    const [header = '', payload = '', signature = ''] = soundToken(draft).split('.');
    return change(header, payload, signature);
  };
}

/** Tokens without exactly three parts. */
const structure = {
  'header-missing': ofParts((_, payload, signature) => `.${payload}.${signature}`),
  'payload-missing': ({ header, sign }) => compact(header, '', sign(`${header}.`)),
  'header-only': ofParts((header) => header),
  'signature-only': ofParts((_header, _payload, signature) => signature),
  'part-added': ofParts((header, payload, signature) => `${header}.${payload}.${signature}.${signature}`),
  'dot-before': ofParts((header, payload, signature) => `.${header}.${payload}.${signature}`),
  'dot-behind': ofParts((header, payload, signature) => `${header}.${payload}.${signature}.`),
  'dot-doubled': ofParts((header, payload, signature) => `${header}..${payload}.${signature}`),
  'dots-only': () => '..',
  'no-dots': ofParts((header, payload, signature) => header + payload + signature),
  'commas-for-dots': ofParts((header, payload, signature) => `${header},${payload},${signature}`),
  'header-and-payload-swapped': ({ header, payload, sign }) =>
    compact(payload, header, sign(`${payload}.${header}`)),
  'signature-first': ofParts((header, payload, signature) => `${signature}.${header}.${payload}`),
  'token-twice': (draft) => `${soundToken(draft)}.${soundToken(draft)}`,
  'token-twice-with-comma': (draft) => `${soundToken(draft)},${soundToken(draft)}`,
  'token-in-quotes': (draft) => `"${soundToken(draft)}"`,
  'token-in-angle-brackets': (draft) => `<${soundToken(draft)}>`,
  'token-with-semicolon': (draft) => `${soundToken(draft)};`,
  'token-encoded-again': (draft) => Buffer.from(soundToken(draft)).toString('base64url'),
  'nested-token': (draft) => {
    const inner = Buffer.from(soundToken(draft)).toString('base64url');
    return compact(draft.header, inner, draft.sign(`${draft.header}.${inner}`));
  },
} as const satisfies Record<string, Fault>;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

type Rewrite = (part: string) => string;

/** Padding of standard base64. */
const padded: Rewrite = (part) => part.padEnd(Math.ceil(part.length / 4) * 4, '=');

/** Another last character for the same bytes, if the part does not end on a full group. */
const strayBits: Rewrite = (part) => {
  if (part.length % 4 === 0) return part;
  return part.slice(0, -1) + ALPHABET[ALPHABET.indexOf(part.slice(-1)) + 1];
};

const standardAlphabet: Rewrite = (part) => part.replaceAll('-', '+').replaceAll('_', '/');

const insert =
  (text: string): Rewrite =>
  (part) =>
    part.slice(0, 12) + text + part.slice(12);

/** The sent text is the signed text, so only its encoding is wrong. */
function beforeSigning(which: 'header' | 'payload', rewrite: Rewrite): Fault {
  return (draft: Draft) => {
    const header = which === 'header' ? rewrite(draft.header) : draft.header;
    const payload = which === 'payload' ? rewrite(draft.payload) : draft.payload;
    return compact(header, payload, draft.sign(`${header}.${payload}`));
  };
}

function ofSignatureText(rewrite: Rewrite): Fault {
  return (draft) => {
    const token = soundToken(draft);
    const start = token.lastIndexOf('.') + 1;
    return token.slice(0, start) + rewrite(token.slice(start));
  };
}

/** Parts that lenient decoders read like canonical base64url. */
const encoding = {
  'header-padded': beforeSigning('header', padded),
  'header-stray-bits': beforeSigning('header', strayBits),
  'header-standard-alphabet': beforeSigning('header', standardAlphabet),
  'header-with-space': beforeSigning('header', insert(' ')),
  'payload-padded': beforeSigning('payload', padded),
  'payload-stray-bits': beforeSigning('payload', strayBits),
  'payload-standard-alphabet': beforeSigning('payload', standardAlphabet),
  'payload-with-space': beforeSigning('payload', insert(' ')),
  'signature-padded': ofSignatureText(padded),
  'signature-stray-bits': ofSignatureText(strayBits),
  'signature-standard-alphabet': ofSignatureText(standardAlphabet),
  'signature-with-space': ofSignatureText(insert(' ')),
  'signature-with-tab': ofSignatureText(insert('\t')),
  'signature-with-equals-inside': ofSignatureText(insert('=')),
  'signature-with-tilde': ofSignatureText(insert('~')),
  'signature-with-letter-outside-ascii': ofSignatureText(insert('é')),
  'signature-percent-encoded': ofSignatureText((part) => part.replaceAll('-', '%2D').replaceAll('_', '%5F')),
  'signature-with-lone-character': ofSignatureText(
    (part) => `${part}${'A'.repeat((5 - (part.length % 4)) % 4)}`,
  ),
  'signature-of-many-pads': ofSignatureText((part) => `${part}====`),
  'signature-in-lower-case': ofSignatureText((part) => part.toLowerCase()),
} as const satisfies Record<string, Fault>;

/** A fault that encodes R and S in another form than R || S. */
function ofHalves(write: (r: Buffer, s: Buffer) => Uint8Array): Fault {
  return ({ header, payload, sign }) => {
    const raw = sign(`${header}.${payload}`);
    const half = raw.length / 2;
    return compact(header, payload, write(raw.subarray(0, half), raw.subarray(half)));
  };
}

/** A fault that signs with the hash of another algorithm. */
function changeHash(alg: string): Fault {
  return ({ header, payload, sign }) => compact(header, payload, sign(`${header}.${payload}`, alg));
}

const trim = (bytes: Buffer): Buffer => bytes.subarray(bytes.findIndex((byte) => byte !== 0));

/** An ASN.1 integer. Without `sign` it omits the zero byte that keeps the number positive. */
function integer(bytes: Buffer, sign = true): Buffer {
  const digits = trim(bytes);
  const body = sign && (digits[0] ?? 0) > 127 ? Buffer.concat([Buffer.from([0]), digits]) : digits;
  return Buffer.concat([Buffer.from([2, body.length]), body]);
}

function sequence(...items: Buffer[]): Buffer {
  const body = Buffer.concat(items);
  return Buffer.concat([Buffer.from([0x30, body.length]), body]);
}

const der = (r: Buffer, s: Buffer): Buffer => sequence(integer(r), integer(s));

/** Signatures of ECDSA in other forms than the R || S of RFC 7518, section 3.4. */
const elliptic = {
  der: ofHalves(der),
  'der-with-long-length': ofHalves((r, s) => {
    const body = Buffer.concat([integer(r), integer(s)]);
    return Buffer.concat([Buffer.from([0x30, 0x81, body.length]), body]);
  }),
  'der-without-signs': ofHalves((r, s) => sequence(integer(r, false), integer(s, false))),
  'der-in-bit-string': ofHalves((r, s) => {
    const inner = der(r, s);
    return Buffer.concat([Buffer.from([3, inner.length + 1, 0]), inner]);
  }),
  'der-in-hexadecimal': ofHalves((r, s) => Buffer.from(der(r, s).toString('hex'))),
  'der-with-byte-behind': ofHalves((r, s) => Buffer.concat([der(r, s), Buffer.from([0])])),
  'raw-in-hexadecimal': ofHalves((r, s) => Buffer.from(Buffer.concat([r, s]).toString('hex'))),
  'raw-little-endian': ofHalves((r, s) =>
    Buffer.concat([Buffer.from(r).reverse(), Buffer.from(s).reverse()]),
  ),
  'raw-after-point-prefix': ofHalves((r, s) => Buffer.concat([Buffer.from([4]), r, s])),
  'raw-with-recovery-byte': ofHalves((r, s) => Buffer.concat([r, s, Buffer.from([27])])),
  'raw-with-zero-before-each': ofHalves((r, s) => Buffer.concat([Buffer.from([0]), r, Buffer.from([0]), s])),
  'raw-in-size-of-p521': ofHalves((r, s) =>
    Buffer.concat([Buffer.alloc(66 - r.length), r, Buffer.alloc(66 - s.length), s]),
  ),
  'raw-r-only': ofHalves((r) => r),
  'hash-of-es256': changeHash('ES256'),
  'hash-of-es384': changeHash('ES384'),
} as const satisfies Record<string, Fault>;

function pss(options: (draft: Draft) => PssOptions): Fault {
  return (draft) => {
    const { jwk, alg, header, payload } = draft;
    return compact(header, payload, signPss(jwk, getHash(alg), `${header}.${payload}`, options(draft)));
  };
}

/** @param hash the hash to sign with instead of the algorithm's */
function pkcs1(options: Pkcs1Options = {}, hash?: string): Fault {
  return ({ jwk, alg, header, payload }) =>
    compact(header, payload, signPkcs1(jwk, hash ?? getHash(alg), `${header}.${payload}`, options));
}

/** DigestInfo of SHA-256 without the NULL of its parameters, which some signers omit. */
const WITHOUT_NULL = '302f300b0609608648016503040201' + '0420';

/** RSA signatures with a different padding than the algorithm in the header requires. */
const rsaPadding = {
  'pss-without-salt': pss(() => ({ saltLength: 0 })),
  'pss-salt-of-20-bytes': pss(() => ({ saltLength: 20 })),
  'pss-salt-of-32-bytes': pss(() => ({ saltLength: 32 })),
  'pss-salt-one-byte-short': pss(({ alg }) => ({ saltLength: Number(alg.slice(2)) / 8 - 1 })),
  'pss-longest-salt': pss(({ jwk, alg }) => ({ saltLength: longestSalt(jwk, getHash(alg)) })),
  'pss-mask-of-sha1': pss(() => ({ maskHash: 'sha1' })),
  'pss-for-pkcs1': pss(() => ({})),
  'pkcs1-for-pss': pkcs1(),
  'pkcs1-of-sha1': pkcs1({}, 'sha1'),
  'pkcs1-of-sha512': pkcs1({}, 'sha512'),
  'pkcs1-without-digest-info': pkcs1({ prefix: '' }),
  'pkcs1-without-null': pkcs1({ prefix: WITHOUT_NULL }),
  'pkcs1-with-garbage-behind-hash': pkcs1({ garbage: 64 }),
  'signature-plus-modulus': ({ jwk, header, payload, sign }) => {
    const modulus = Buffer.from(member(jwk, 'n'), 'base64url');
    const sum = toInteger(sign(`${header}.${payload}`)) + toInteger(modulus);
    const fits = sum.toString(16).length <= modulus.length * 2;
    return compact(header, payload, toBytes(sum, modulus.length + (fits ? 0 : 1)));
  },
} as const satisfies Record<string, Fault>;

function ofJsonParts(
  write: (parts: { protected: string; payload: string; signature: string }, draft: Draft) => string,
): Fault {
  return (draft) => {
    const [header = '', payload = '', signature = ''] = soundToken(draft).split('.');
    return write({ protected: header, payload, signature }, draft);
  };
}

/** Pseudo-random bytes that are always the same. */
function bytes(name: string, length: number): string {
  const digest = createHash('sha512').update(name).digest();
  return Buffer.concat([digest, digest]).subarray(0, length).toString('base64url');
}

const encrypted = (draft: Draft) => ({
  protected: Buffer.from(JSON.stringify({ alg: 'RSA-OAEP-256', enc: 'A256GCM', ...getKid(draft) })).toString(
    'base64url',
  ),
  encrypted_key: bytes('encrypted key', 96),
  iv: bytes('iv', 12),
  ciphertext: bytes('ciphertext', 64),
  tag: bytes('tag', 16),
});

function getKid({ recipe }: Draft): Record<string, unknown> {
  return typeof recipe.header === 'string' ? {} : { kid: recipe.header['kid'] };
}

/** Tokens that are not compact JWS, though a JOSE library may accept some of them. */
const serialisation = {
  flattened: ofJsonParts((parts) => JSON.stringify(parts)),
  'flattened-with-spaces': ofJsonParts((parts) => JSON.stringify(parts, null, 1).replaceAll('\n', ' ')),
  'flattened-with-unprotected-kid': ofJsonParts((parts, draft) =>
    JSON.stringify({ ...parts, header: getKid(draft) }),
  ),
  general: ofJsonParts(({ payload, ...signature }) => JSON.stringify({ payload, signatures: [signature] })),
  'general-with-two-signatures': ofJsonParts(({ payload, ...signature }) =>
    JSON.stringify({ payload, signatures: [{ ...signature, signature: bytes('signature', 32) }, signature] }),
  ),
  'flattened-and-encoded': ofJsonParts((parts) => Buffer.from(JSON.stringify(parts)).toString('base64url')),
  'json-string': (draft) => JSON.stringify(soundToken(draft)),
  'json-array': (draft) => JSON.stringify([soundToken(draft)]),
  'json-array-of-parts': (draft) => JSON.stringify(soundToken(draft).split('.')),
  'json-object': (draft) => JSON.stringify({ jwt: soundToken(draft) }),
  'json-header-and-claims': ({ recipe }) =>
    JSON.stringify({ header: recipe.header, payload: recipe.payload }),
  'encrypted-compact': (draft) => Object.values(encrypted(draft)).join('.'),
  'encrypted-flattened': (draft) => JSON.stringify(encrypted(draft)),
  detached: ofJsonParts((parts) => `${parts.protected}..${parts.signature}`),
  'flattened-detached': ofJsonParts(({ payload: _, ...parts }) => JSON.stringify(parts)),
  /** RFC 7797: the payload is signed and sent unencoded, here as a text without dots. */
  'unencoded-payload': ({ header, recipe, sign }) => {
    const payload = JSON.stringify(recipe.payload);
    return compact(header, payload, sign(`${header}.${payload}`));
  },
  'unencoded-and-detached': ({ header, recipe, sign }) =>
    compact(header, '', sign(`${header}.${JSON.stringify(recipe.payload)}`)),
} as const satisfies Record<string, Fault>;

/** Every fault of a token, by its name in the vectors. */
export const faults: Readonly<Record<string, Fault>> = {
  ...tampering,
  ...structure,
  ...encoding,
  ...elliptic,
  ...rsaPadding,
  ...serialisation,
};
