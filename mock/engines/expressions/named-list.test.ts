import { describe, expect, it } from 'vitest';
import { fromText } from './bytes.ts';
import { parseIpAddress } from './ip-address.ts';
import { integerList, ipList, stringList } from './named-list.ts';

describe('a named list', () => {
  it('holds strings by their bytes', () => {
    const list = stringList(['é', 'a']);
    expect([list.has(fromText('é')), list.has('é'), list.has('a'), list.has('b')]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  it('holds integers in either notation of JS', () => {
    const list = integerList([5n, 2n ** 60n, 7]);
    expect([list.has(5), list.has(2n ** 60n), list.has(7), list.has(8)]).toEqual([true, true, true, false]);
  });

  it.each([
    ['203.0.113.9', true],
    ['203.0.114.0', false],
    ['2001:db8::1', true],
    ['2001:db8::2', false],
    ['10.255.0.1', true],
  ])('holds addresses and networks, host bits or not: %s', (text, expected) => {
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
