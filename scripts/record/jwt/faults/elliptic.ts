import { compact, type Fault } from '../draft.ts';

/** A fault that writes R and S in another form than one after the other. */
function ofHalves(write: (r: Buffer, s: Buffer) => Uint8Array): Fault {
  return ({ header, payload, sign }) => {
    const raw = sign(`${header}.${payload}`);
    const half = raw.length / 2;
    return compact(header, payload, write(raw.subarray(0, half), raw.subarray(half)));
  };
}

/** A fault that signs with the hash of another algorithm. */
function withHashOf(alg: string): Fault {
  return ({ header, payload, sign }) => compact(header, payload, sign(`${header}.${payload}`, alg));
}

const trim = (bytes: Buffer): Buffer => bytes.subarray(bytes.findIndex((byte) => byte !== 0));

/** An ASN.1 integer. Without `sign` the zero byte is left out that keeps it from being negative. */
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
export const elliptic = {
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
  'hash-of-es256': withHashOf('ES256'),
  'hash-of-es384': withHashOf('ES384'),
} as const satisfies Record<string, Fault>;
