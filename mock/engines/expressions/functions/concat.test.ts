import { describe, expect, it } from 'vitest';
import { refusalOf, resultOf } from '../testing/call.ts';
import type { Value } from '../values.ts';

describe('concat', () => {
  it.each<[string, Record<string, Value>, Value | undefined]>([
    ['concat("String1", " ", "String", "2")', {}, 'String1 String2'],
    ['concat(str, "-", bin)', { str: 'é', bin: 'b' }, 'é-b'],
    ['concat(str, "a")', {}, 'a'],
    ['concat(str, bin)', {}, undefined],
    ['concat(strs, map["x"])', { strs: ['a'], map: new Map([['x', ['b', 'c']]]) }, ['a', 'b', 'c']],
    ['concat(strs, map["x"])', { strs: ['a'] }, ['a']],
    ['concat(strs, map["x"])', {}, undefined],
  ])('%s of %j is %j: missing arguments are skipped', (source, fields, expected) => {
    expect(resultOf(source, fields)).toEqual(expected);
  });

  it.each([
    ['concat(str, num)', 'invalid type of argument #1: expected value of type Bytes, but got Int'],
    ['concat(strs, str)', 'invalid type of argument #1: expected value of type Array<Bytes>, but got Bytes'],
    [
      'concat(num, num)',
      'invalid type of argument #0: expected value of type Array<_> or Bytes, but got Int',
    ],
    ['concat(str)', 'invalid number of arguments'],
  ])('%s is refused', (source, message) => {
    expect(refusalOf(source)).toBe(message);
  });
});
