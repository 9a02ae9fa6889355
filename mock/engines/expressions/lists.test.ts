import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromText } from './bytes.ts';
import { parseIpAddress } from './ip-address.ts';
import { integerList, ipList, ipRangeTest, rangeTest, stringList } from './lists.ts';

describe('a set of ranges', () => {
  it('matches values in any interval, as a linear search does', () => {
    const range = fc
      .tuple(fc.integer({ min: -20, max: 20 }), fc.nat(10))
      .map(([first, size]) => ({ first, last: first + size }));
    fc.assert(
      fc.property(fc.array(range), fc.integer({ min: -25, max: 35 }), (ranges, value) => {
        expect(rangeTest(ranges)(value)).toBe(
          ranges.some(({ first, last }) => first <= value && value <= last),
        );
      }),
    );
  });

  it('mixes numbers and big integers', () => {
    const test = rangeTest<number | bigint>([{ first: 5, last: 2n ** 60n }]);
    expect([test(4), test(5), test(2n ** 60n), test(2n ** 60n + 1n)]).toEqual([false, true, true, false]);
  });

  it.each([
    ['10.1.2.3', true],
    ['11.0.0.0', false],
    ['::1', true],
    ['::ffff:10.1.2.3', false],
    ['::a01:203', false],
  ])('distinguishes families of addresses: %s', (text, expected) => {
    const ip = (value: string) => parseIpAddress(value) ?? { version: 4 as const, value: 0 };
    const test = ipRangeTest([
      { first: ip('10.0.0.0'), last: ip('10.255.255.255') },
      { first: ip('::1'), last: ip('::1') },
    ]);
    expect(test(ip(text))).toBe(expected);
  });
});

describe('an IPv6 address', () => {
  it.each([
    ['::', 0n],
    ['::1', 1n],
    ['1::', 1n << 112n],
    ['1::2', (1n << 112n) | 2n],
    ['1:2::3:4', (1n << 112n) | (2n << 96n) | (3n << 16n) | 4n],
    [
      '1:2:3:4:5:6:7::',
      (((((1n << 16n) | 2n) << 16n) | 3n) << 80n) | (4n << 64n) | (5n << 48n) | (6n << 32n) | (7n << 16n),
    ],
    ['::192.0.2.1', 0xc0000201n],
  ])('%s has the value %s', (text, value) => {
    expect(parseIpAddress(text)).toEqual({ version: 6, value });
  });

  it.each([
    '1:2:3:4:5:6:7:8::',
    '::1:2:3:4:5:6:7:8',
    '1::2::3',
    ':1',
    '1:2:3',
    '12345::',
    '1:2:3:4:5:6:7:8:9',
  ])('is not %s', (text) => {
    expect(parseIpAddress(text)).toBeUndefined();
  });
});

describe('a named list', () => {
  it('compares strings by bytes', () => {
    const list = stringList(['é', 'a']);
    expect([list.has(fromText('é')), list.has('é'), list.has('a'), list.has('b')]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  it('has integers in either notation of JS', () => {
    const list = integerList([5n, 2n ** 60n, 7]);
    expect([list.has(5), list.has(2n ** 60n), list.has(7), list.has(8)]).toEqual([true, true, true, false]);
  });

  it.each([
    ['203.0.113.9', true],
    ['203.0.114.0', false],
    ['2001:db8::1', true],
    ['2001:db8::2', false],
    ['10.255.0.1', true],
  ])('has addresses and networks, with or without host bits: %s', (text, expected) => {
    const list = ipList(['203.0.113.5/24', '2001:db8::1', '10.0.0.0/8']);
    expect(list.has(parseIpAddress(text) ?? '')).toBe(expected);
  });

  it.each(['office', '10.0.0.0/33', '::/129', '10.0.0.0/x', '10.0.0.0/-1'])(
    'of addresses refuses %s',
    (item) => {
      expect(() => ipList([item])).toThrow(TypeError);
    },
  );
});
