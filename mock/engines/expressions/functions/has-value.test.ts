import { describe, expect, it } from 'vitest';
import { refusalOf, resultOf } from '../testing/call.ts';
import type { Value } from '../values.ts';

describe('has_value', () => {
  it.each<[string, boolean | undefined, Record<string, Value>]>([
    ['has_value(strs, "é")', true, { strs: ['a', 'é'] }],
    ['has_value(strs, "A")', false, { strs: ['a'] }],
    ['has_value(strs, str)', true, { strs: ['a'], str: 'a' }],
    ['has_value(strs, str)', undefined, { strs: ['a'] }],
    ['has_value(strs, "a")', undefined, {}],
    ['has_value(nums, 2)', true, { nums: [1, 2n] }],
    ['has_value(flags, flag)', false, { flags: [true], flag: false }],
    ['has_value(ips, 1.2.3.4)', true, { ips: ['::1', '1.2.3.4'] }],
    ['has_value(ips, ip)', false, { ips: ['1.2.3.4'], ip: '::ffff:1.2.3.4' }],
    ['has_value(smap, "é")', true, { smap: new Map([['k', 'é']]) }],
    ['has_value(nmap, 5)', true, { nmap: new Map<string, Value>(Object.entries({ k: 'five', l: 5n })) }],
    ['has_value(nmap, 6)', false, { nmap: new Map<string, Value>([['k', 'five']]) }],
  ])('%s is %j', (source, expected, fields) => {
    expect(resultOf(source, fields)).toBe(expected);
  });

  it.each([
    ['has_value(strs, 1)', 'invalid type of argument #1: expected value of type Bytes, but got Int'],
    [
      'has_value(map, "a")',
      'invalid type of argument #0: expected value of type {Array<Bytes>, Map<Bytes>, Array<Int>, Map<Int>, ' +
        'Array<Bool>, Map<Bool>, Array<Ip>, Map<Ip>}, but got Map<Array<Bytes>>',
    ],
  ])('%s is refused', (source, message) => {
    expect(refusalOf(source)).toBe(message);
  });
});
