import { describe, expect, it } from 'vitest';
import { refusalOf, resultOf } from '../testing/call.ts';
import type { Value } from '../values.ts';

describe('join', () => {
  it.each<[Record<string, Value>, Value | undefined]>([
    [{ strs: ['a', 'b'] }, 'a,b'],
    [{ strs: ['é'] }, 'é'],
    [{ strs: [] }, ''],
    [{}, undefined],
  ])('of %j is %j', (fields, expected) => {
    expect(resultOf('join(strs, ",")', fields)).toBe(expected);
  });
});

describe('split', () => {
  it.each([
    ['split(str, ",", 64)', 'groceries,electronics,diy,auto', ['groceries', 'electronics', 'diy', 'auto']],
    ['split(str, ",", 3)', 'groceries,electronics,diy,auto', ['groceries', 'electronics', 'diy,auto']],
    ['split(str, ",", 64)', 'groceries,,electronics', ['groceries', '', 'electronics']],
    ['split(str, ",", 1)', 'a,b', ['a,b']],
    ['split(str, ", ", 128)', 'a, b', ['a', 'b']],
    ['split(str, ",", 5)', '', ['']],
  ])('%s of %j is %j', (source, str, expected) => {
    expect(resultOf(source, { str })).toEqual(expected);
  });

  it('yields nothing of a missing value', () => {
    expect(resultOf('split(str, ",", 5)')).toBeUndefined();
  });

  it.each([
    ['split(str, "", 5)', 'the separator must not be empty'],
    ['split(str, ",", 0)', 'the limit must be between 1 and 128'],
    ['split(str, ",", 129)', 'the limit must be between 1 and 128'],
    ['split(str, ",", num)', 'expected argument of kind Literal, but got Field'],
    ['split(str, ",")', 'invalid number of arguments'],
  ])('%s is refused', (source, message) => {
    expect(refusalOf(source)).toContain(message);
  });
});
