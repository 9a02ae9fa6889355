import { compact, type Draft, type Fault } from '../draft.ts';
import { toBytes, toInteger } from '../integers.ts';
import { member } from '../key-store.ts';
import { longestSalt, type Pkcs1Options, type PssOptions, signPkcs1, signPss } from '../rsa-signature.ts';
import { hashOf } from '../sign.ts';

function pss(options: (draft: Draft) => PssOptions): Fault {
  return (draft) => {
    const { jwk, alg, header, payload } = draft;
    return compact(header, payload, signPss(jwk, hashOf(alg), `${header}.${payload}`, options(draft)));
  };
}

/** @param hash the hash that is signed, in place of the one of the algorithm */
function pkcs1(options: Pkcs1Options = {}, hash?: string): Fault {
  return ({ jwk, alg, header, payload }) =>
    compact(header, payload, signPkcs1(jwk, hash ?? hashOf(alg), `${header}.${payload}`, options));
}

/** DigestInfo of SHA-256 without the NULL of its parameters, which some signers leave out. */
const WITHOUT_NULL = '302f300b0609608648016503040201' + '0420';

/** RSA signatures that are padded in another way than the algorithm of the header says. */
export const rsaPadding = {
  'pss-without-salt': pss(() => ({ saltLength: 0 })),
  'pss-salt-of-20-bytes': pss(() => ({ saltLength: 20 })),
  'pss-salt-of-32-bytes': pss(() => ({ saltLength: 32 })),
  'pss-salt-one-byte-short': pss(({ alg }) => ({ saltLength: Number(alg.slice(2)) / 8 - 1 })),
  'pss-longest-salt': pss(({ jwk, alg }) => ({ saltLength: longestSalt(jwk, hashOf(alg)) })),
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
