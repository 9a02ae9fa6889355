import { describe, expect, it } from 'vitest';
import { startHash as native } from './native-hashes.ts';
import { bytesOfHex, hashBytes, hashNames, hexOfBytes } from './object-hashes.ts';
import { startHash as portable } from './portable-hashes.ts';

const abc = {
  md5: '900150983cd24fb0d6963f7d28e17f72',
  sha1: 'a9993e364706816aba3e25717850c26c9cd0d89d',
  sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  sha384: 'cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7',
  sha512:
    'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
};

describe.each([
  ['native', native],
  ['portable', portable],
] as const)('the %s hashes', (_, startHash) => {
  it.each(hashNames)('have the %s of the standard’s test, in any pieces', (name) => {
    for (const pieces of [['abc'], ['a', '', 'bc'], ['a', 'b', 'c']]) {
      const hash = startHash(name);
      for (const piece of pieces) hash.update(new TextEncoder().encode(piece));
      expect(hash.digest()).toBe(abc[name]);
    }
    expect(abc[name]).toHaveLength(2 * hashBytes[name]);
  });

  it('have the MD5 of no bytes', () => {
    expect(startHash('md5').digest()).toBe('d41d8cd98f00b204e9800998ecf8427e');
  });
});

it.each([[''], ['00'], ['0aff']])('converts the digits %j to bytes and back', (digits) => {
  expect(hexOfBytes(bytesOfHex(digits))).toBe(digits);
});
