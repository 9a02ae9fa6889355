import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatIpAddress,
  isIpAddress,
  lastOfNetwork,
  networkOf,
  parseIpAddress,
  sameIpAddress,
} from './ip-address.ts';

describe('an address', () => {
  it.each([
    ['0.0.0.0', '0.0.0.0'],
    ['255.255.255.255', '255.255.255.255'],
    ['192.0.2.1', '192.0.2.1'],
    ['::', '::'],
    ['::1', '::1'],
    ['1::', '1::'],
    ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
    ['2001:DB8::A', '2001:db8::a'],
    ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
    ['1:0:0:2:0:0:3:4', '1::2:0:0:3:4'],
    ['1:2:3:0:5:6:7:8', '1:2:3:0:5:6:7:8'],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.1'],
    ['64:ff9b::192.0.2.33', '64:ff9b::c000:221'],
    ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0'],
  ])('%s prints as %s', (text, printed) => {
    const address = parseIpAddress(text);
    expect(address && formatIpAddress(address)).toBe(printed);
  });

  it.each([
    '',
    '1',
    '1.2.3',
    '1.2.3.4.5',
    '256.0.0.1',
    '01.2.3.4',
    '1.2.3.-4',
    '1.2.3.4 ',
    '1..3.4',
    ':',
    ':::',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1::2::3',
    '12345::',
    'g::',
    '1:2:3:4:5:6:7:8::',
    '::1.2.3',
    '1.2.3.4::',
    'fe80::1%eth0',
    '[::1]',
  ])('%j is none', (text) => {
    expect(parseIpAddress(text)).toBeUndefined();
  });

  it('comes back from its own text', () => {
    const any = fc.oneof(
      fc.integer({ min: 0, max: 2 ** 32 - 1 }).map((value) => ({ version: 4 as const, value })),
      fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }).map((value) => ({ version: 6 as const, value })),
    );
    fc.assert(
      fc.property(any, (address) => {
        expect(parseIpAddress(formatIpAddress(address))).toEqual(address);
      }),
    );
  });

  it('is told apart by its family', () => {
    expect(sameIpAddress({ version: 4, value: 1 }, { version: 6, value: 1n })).toBe(false);
    expect(sameIpAddress({ version: 6, value: 1n }, { version: 6, value: 1n })).toBe(true);
  });

  it.each([
    ['192.0.2.77', 24, '192.0.2.0', '192.0.2.255'],
    ['255.255.255.255', 1, '128.0.0.0', '255.255.255.255'],
    ['192.0.2.77', 32, '192.0.2.77', '192.0.2.77'],
    ['192.0.2.77', 0, '0.0.0.0', '255.255.255.255'],
    ['2001:db8:ffff::1', 33, '2001:db8:8000::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['::1', 128, '::1', '::1'],
  ])('%s lies in a network of %i bits', (text, bits, first, last) => {
    const address = parseIpAddress(text);
    if (address === undefined) throw new Error(text);
    const network = networkOf(address, bits);
    expect([formatIpAddress(network), formatIpAddress(lastOfNetwork(network, bits))]).toEqual([first, last]);
  });

  it.each([
    ['null', null],
    ['text', '1.2.3.4'],
    ['an empty object', {}],
    ['an IPv4 address of a bigint', { version: 4, value: 1n }],
    ['an IPv6 address of a number', { version: 6, value: 1 }],
    ['a map', new Map()],
  ])('%s is not taken for one', (_, value) => {
    expect(isIpAddress(value)).toBe(false);
  });
});
