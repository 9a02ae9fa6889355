import { describe, expect, it } from 'vitest';
import { signEcdsa } from './ecdsa-signature.ts';

const base64url = (hex: string) => Buffer.from(hex, 'hex').toString('base64url');

/** The private keys of RFC 6979, appendices A.2.5 and A.2.6. */
const p256 = {
  kty: 'EC',
  crv: 'P-256',
  d: base64url('C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721'),
};
const p384 = {
  kty: 'EC',
  crv: 'P-384',
  d: base64url(
    '6B9D3DAD2E1B8C1C05B19875B6659F4DE23C3B667BF297BA9AA47740787137D896D5724E4C70A825F872C9EA60D2EDF5',
  ),
};

describe('signEcdsa', () => {
  it.each([
    [
      p256,
      'sha256',
      'EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716',
      'F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8',
    ],
    [
      p384,
      'sha384',
      '94EDBB92A5ECB8AAD4736E56C691916B3F88140666CE9FA73D64C4EA95AD133C81A648152E44ACF96E36DD1E80FABE46',
      '99EF4AEB15F178CEA1FE40DB2603138F130E740A19624526203B6351D0A3A94FA329C145786E679E7B82C71A38628AC8',
    ],
  ])('signs "sample" with $crv as RFC 6979 does', (jwk, hash, r, s) => {
    expect(signEcdsa(jwk, hash, 'sample').toString('hex').toUpperCase()).toBe(r + s);
  });

  it('refuses a curve whose order it does not know', () => {
    expect(() => signEcdsa({ ...p256, crv: 'secp256k1' }, 'sha256', 'sample')).toThrow('secp256k1');
  });
});
