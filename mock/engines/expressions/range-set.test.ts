import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseIpAddress } from './ip-address.ts';
import { ipRangeTest, rangeTest } from './range-set.ts';

describe('a set of ranges', () => {
  it('has what lies in one of them, as a search through all of them finds', () => {
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
  ])('tells families of addresses apart: %s', (text, expected) => {
    const ip = (value: string) => parseIpAddress(value) ?? { version: 4 as const, value: 0 };
    const test = ipRangeTest([
      { first: ip('10.0.0.0'), last: ip('10.255.255.255') },
      { first: ip('::1'), last: ip('::1') },
    ]);
    expect(test(ip(text))).toBe(expected);
  });
});
