import { createECDH, createHash, createHmac, createPrivateKey, sign as signWith } from 'node:crypto';
import { type Jwk, member } from './keys.ts';

/** The hash of an algorithm name such as RS256. */
export function getHash(alg: string): string {
  return `sha${alg.slice(2)}`;
}

/**
 * Signs a text; the same input always gives the same signature.
 *
 * @param alg one of the eleven algorithms, ES512 or EdDSA
 * @param secret an HMAC secret to use instead of the `k` of the key
 */
export function sign(jwk: Jwk, alg: string, input: string, secret?: Buffer | string): Buffer {
  switch (alg.slice(0, 2)) {
    case 'HS':
      return createHmac(getHash(alg), secret ?? Buffer.from(member(jwk, 'k'), 'base64url'))
        .update(input)
        .digest();
    case 'RS':
      return signPkcs1(jwk, getHash(alg), input);
    case 'PS':
      return signPss(jwk, getHash(alg), input);
    case 'ES':
      return signEcdsa(jwk, getHash(alg), input);
    case 'Ed': {
      const key = createPrivateKey({ key: jwk as JsonWebKey, format: 'jwk' }); // Exported by node:crypto.
      return signWith(null, Buffer.from(input), key);
    }
    default:
      throw new TypeError(`${alg} can't be used to sign here`);
  }
}

/** The prefix of a hash in an RSASSA-PKCS1-v1_5 signature: RFC 8017, section 9.2, note 1. */
const digestInfo: Readonly<Record<string, string>> = {
  sha1: '3021300906052b0e03021a05000414',
  sha256: '3031300d060960864801650304020105000420',
  sha384: '3041300d060960864801650304020205000430',
  sha512: '3051300d060960864801650304020305000440',
};

/** Deviations of a signature from RSASSA-PKCS1-v1_5. */
export interface Pkcs1Options {
  /** The prefix of the hash, in hexadecimal. Default: the correct one. */
  readonly prefix?: string;
  /** Bytes of garbage after the hash, which shorten the padding. */
  readonly garbage?: number;
}

/** Signs with RSASSA-PKCS1-v1_5: RFC 8017, section 8.2. */
export function signPkcs1(jwk: Jwk, hash: string, input: string, options: Pkcs1Options = {}): Buffer {
  const prefix = Buffer.from(options.prefix ?? digestInfo[hash] ?? '', 'hex');
  const digest = createHash(hash).update(input).digest();
  const garbage = Buffer.alloc(options.garbage ?? 0, 0xa5);
  const padding = Buffer.alloc(modulusBytes(jwk) - 3 - prefix.length - digest.length - garbage.length, 0xff);
  return applyKey(
    jwk,
    Buffer.concat([Buffer.from([0, 1]), padding, Buffer.from([0]), prefix, digest, garbage]),
  );
}

/** Deviations of a signature from RSASSA-PSS in RFC 7518. */
export interface PssOptions {
  /** Bytes of the salt. Default: the length of the hash. */
  readonly saltLength?: number;
  /** The hash of the mask generation. Default: the hash of the signature. */
  readonly maskHash?: string;
}

/**
 * Signs with RSASSA-PSS (RFC 8017, section 9.1). The salt is derived from the message, so that recording again gives
 * the same file.
 */
export function signPss(jwk: Jwk, hash: string, input: string, options: PssOptions = {}): Buffer {
  const digest = createHash(hash).update(input).digest();
  const saltLength = options.saltLength ?? digest.length;
  const salt = mask(Buffer.concat([Buffer.from('salt'), digest]), saltLength, hash);
  const h = createHash(hash)
    .update(Buffer.concat([Buffer.alloc(8), digest, salt]))
    .digest();
  const size = modulusBytes(jwk);
  const block = Buffer.concat([Buffer.alloc(size - saltLength - h.length - 2), Buffer.from([1]), salt]);
  const masked = xor(block, mask(h, block.length, options.maskHash ?? hash));
  // Clears the highest bit, as the number must be less than the modulus.
  masked[0] = (masked[0] ?? 0) & 0x7f;
  return applyKey(jwk, Buffer.concat([masked, h, Buffer.from([0xbc])]));
}

/** The longest salt that fits, the default of some signers. */
export function longestSalt(jwk: Jwk, hash: string): number {
  return modulusBytes(jwk) - createHash(hash).digest().length - 2;
}

/** MGF1: RFC 8017, appendix B.2.1. */
function mask(seed: Buffer, length: number, hash: string): Buffer {
  const blocks: Buffer[] = [];
  for (let counter = 0, size = 0; size < length; counter += 1) {
    const block = createHash(hash)
      .update(Buffer.concat([seed, Buffer.from([0, 0, 0, counter])]))
      .digest();
    blocks.push(block);
    size += block.length;
  }
  return Buffer.concat(blocks).subarray(0, length);
}

function xor(a: Buffer, b: Buffer): Buffer {
  return Buffer.from(a.map((byte, index) => byte ^ (b[index] ?? 0)));
}

function modulusBytes(jwk: Jwk): number {
  return Buffer.from(member(jwk, 'n'), 'base64url').length;
}

/**
 * The raw private-key operation with the Chinese remainder theorem: RFC 8017, section 5.2.1. Not every runtime offers
 * it, and the padding must be ours.
 */
function applyKey(jwk: Jwk, message: Buffer): Buffer {
  const part = (name: string) => toInteger(Buffer.from(member(jwk, name), 'base64url'));
  const [p, q] = [part('p'), part('q')];
  const m = toInteger(message);
  const modQ = power(m, part('dq'), q);
  const h = ((power(m, part('dp'), p) + p - (modQ % p)) * part('qi')) % p;
  return toBytes(modQ + h * q, message.length);
}

interface SigningCurve {
  /** The name of the curve in node:crypto. */
  readonly name: string;
  /** The order of the group. */
  readonly n: bigint;
  readonly bytes: number;
}

const curves: Readonly<Record<string, SigningCurve>> = {
  'P-256': {
    name: 'prime256v1',
    n: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
    bytes: 32,
  },
  'P-384': {
    name: 'secp384r1',
    n: 0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973n,
    bytes: 48,
  },
  'P-521': {
    name: 'secp521r1',
    n: 0x1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409n,
    bytes: 66,
  },
};

/**
 * Signs with deterministic ECDSA (RFC 6979), so that recording again gives the same file.
 *
 * @param hash for example `sha256`
 * @returns R || S, each with the length of the curve's order
 */
export function signEcdsa(jwk: Jwk, hash: string, input: string): Buffer {
  const curve = curves[member(jwk, 'crv')];
  if (!curve) throw new TypeError(`The order of the curve ${member(jwk, 'crv')} is unknown`);
  const d = toInteger(Buffer.from(member(jwk, 'd'), 'base64url'));
  const z = truncate(createHash(hash).update(input).digest(), curve);
  for (const k of nonces(d, z, hash, curve)) {
    const point = createECDH(curve.name);
    point.setPrivateKey(toBytes(k, curve.bytes));
    const x = point.getPublicKey().subarray(1, 1 + curve.bytes);
    const r = toInteger(x) % curve.n;
    // Inverse of k by Fermat, since the order is prime: k to the power of n - 2.
    const s = (power(k, curve.n - 2n, curve.n) * (z + r * d)) % curve.n;
    if (r !== 0n && s !== 0n) return Buffer.concat([toBytes(r, curve.bytes), toBytes(s, curve.bytes)]);
  }
  throw new Error('No nonce gave a signature');
}

/** RFC 6979, section 3.2: candidates for the nonce; the first is nearly always fine. */
function* nonces(d: bigint, z: bigint, hash: string, curve: SigningCurve): Generator<bigint> {
  const size = createHash(hash).digest().length;
  const mac = (key: Buffer, ...parts: Buffer[]): Buffer =>
    createHmac(hash, key).update(Buffer.concat(parts)).digest();
  const seed = Buffer.concat([toBytes(d, curve.bytes), toBytes(z % curve.n, curve.bytes)]);
  let v: Buffer = Buffer.alloc(size, 1);
  let key: Buffer = Buffer.alloc(size, 0);
  for (const byte of [0, 1]) {
    key = mac(key, v, Buffer.from([byte]), seed);
    v = mac(key, v);
  }
  for (;;) {
    let bits: Buffer = Buffer.alloc(0);
    while (bits.length < curve.bytes) {
      v = mac(key, v);
      bits = Buffer.concat([bits, v]);
    }
    const k = truncate(bits, curve);
    if (k > 0n && k < curve.n) yield k;
    key = mac(key, v, Buffer.from([0]));
    v = mac(key, v);
  }
}

/** The leftmost bits of a hash, as many as the order has. */
function truncate(bytes: Buffer, { n }: SigningCurve): bigint {
  const excess = bytes.length * 8 - n.toString(2).length;
  return excess > 0 ? toInteger(bytes) >> BigInt(excess) : toInteger(bytes);
}

/** Reads bytes as a big-endian integer. */
export function toInteger(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}

/** Writes an integer as big-endian bytes, padded with zeros to a length. */
export function toBytes(value: bigint, length: number): Buffer {
  return Buffer.from(value.toString(16).padStart(length * 2, '0'), 'hex');
}

/** `base` to the power of `exponent`, modulo `modulus`. */
export function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  let square = base % modulus;
  for (let bits = exponent; bits > 0n; bits >>= 1n) {
    if (bits & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}
