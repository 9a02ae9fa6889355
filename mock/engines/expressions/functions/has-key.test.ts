import { describe, expect, it } from 'vitest';
import { refusalOf, resultOf } from '../testing/call.ts';
import type { Value } from '../values.ts';

describe('has_key', () => {
  const map: Value = new Map([
    ['x-my-header', ['1']],
    ['é', []],
  ]);

  it.each<[string, boolean | undefined, Record<string, Value>]>([
    ['has_key(map, "x-my-header")', true, { map }],
    ['has_key(map, "X-My-Header")', false, { map }],
    ['has_key(map, "é")', true, { map }],
    ['has_key(map, "\\xff")', false, { map }],
    ['has_key(map, "constructor")', false, { map }],
    ['has_key(map, lower(str))', true, { map, str: 'X-MY-HEADER' }],
    ['has_key(map, str)', undefined, { map }],
    ['has_key(map, "a")', undefined, {}],
    ['has_key(nmap, "a")', true, { nmap: new Map([['a', 1]]) }],
  ])('%s is %j', (source, expected, fields) => {
    expect(resultOf(source, fields)).toBe(expected);
  });

  it('takes maps only', () => {
    expect(refusalOf('has_key(strs, "a")')).toBe(
      'invalid type of argument #0: expected value of type Map<_>, but got Array<Bytes>',
    );
  });
});
