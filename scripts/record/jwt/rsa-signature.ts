import { createHash } from 'node:crypto';
import { power, toBytes, toInteger } from './integers.ts';
import { type Jwk, member } from './key-store.ts';

/** What comes before a hash in an RSASSA-PKCS1-v1_5 signature: RFC 8017, section 9.2, note 1. */
const digestInfo: Readonly<Record<string, string>> = {
  sha1: '3021300906052b0e03021a05000414',
  sha256: '3031300d060960864801650304020105000420',
  sha384: '3041300d060960864801650304020205000430',
  sha512: '3051300d060960864801650304020305000440',
};

/** How a signature departs from RSASSA-PKCS1-v1_5. */
export interface Pkcs1Options {
  /** What stands before the hash; a hexadecimal text. Default: the one of the hash. */
  readonly prefix?: string;
  /** Bytes of garbage after the hash, taken from the padding. */
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

/** How a signature departs from RSASSA-PSS as RFC 7518 wants it. */
export interface PssOptions {
  /** Bytes of the salt. Default: as many as the hash has. */
  readonly saltLength?: number;
  /** The hash of the mask generation. Default: the hash of the signature. */
  readonly maskHash?: string;
}

/**
 * Signs with RSASSA-PSS (RFC 8017, section 9.1), with a salt that follows from the message, so that
 * recording again gives the same file.
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
  // The number must stay below the modulus, so its highest bit is cleared.
  masked[0] = (masked[0] ?? 0) & 0x7f;
  return applyKey(jwk, Buffer.concat([masked, h, Buffer.from([0xbc])]));
}

/** The longest salt that fits, which some signers take by default. */
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
 * The bare private-key operation, by the Chinese remainders: RFC 8017, section 5.2.1. Not every runtime
 * offers it, and the padding has to be ours.
 */
function applyKey(jwk: Jwk, message: Buffer): Buffer {
  const part = (name: string) => toInteger(Buffer.from(member(jwk, name), 'base64url'));
  const [p, q] = [part('p'), part('q')];
  const m = toInteger(message);
  const modQ = power(m, part('dq'), q);
  const h = ((power(m, part('dp'), p) + p - (modQ % p)) * part('qi')) % p;
  return toBytes(modQ + h * q, message.length);
}
