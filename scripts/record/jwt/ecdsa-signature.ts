import { createECDH, createHash, createHmac } from 'node:crypto';
import { power, toBytes, toInteger } from './integers.ts';
import { type Jwk, member } from './key-store.ts';

interface SigningCurve {
  /** The name that node:crypto knows it by. */
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
 * Signs with ECDSA without randomness (RFC 6979), so that recording again gives the same file.
 *
 * @param hash for example `sha256`
 * @returns R || S, each as long as the order of the curve
 */
export function signEcdsa(jwk: Jwk, hash: string, input: string): Buffer {
  const curve = curves[member(jwk, 'crv')];
  if (!curve) throw new TypeError(`No order is known for the curve ${member(jwk, 'crv')}`);
  const d = toInteger(Buffer.from(member(jwk, 'd'), 'base64url'));
  const z = truncate(createHash(hash).update(input).digest(), curve);
  for (const k of nonces(d, z, hash, curve)) {
    const point = createECDH(curve.name);
    point.setPrivateKey(toBytes(k, curve.bytes));
    const x = point.getPublicKey().subarray(1, 1 + curve.bytes);
    const r = toInteger(x) % curve.n;
    // By Fermat, since the order is prime: k to the power of n - 2 is the inverse of k.
    const s = (power(k, curve.n - 2n, curve.n) * (z + r * d)) % curve.n;
    if (r !== 0n && s !== 0n) return Buffer.concat([toBytes(r, curve.bytes), toBytes(s, curve.bytes)]);
  }
  throw new Error('No nonce gave a signature');
}

/** RFC 6979, section 3.2: candidates for the nonce, of which the first nearly always serves. */
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
