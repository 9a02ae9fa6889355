import { describe, expect, it } from 'vitest';
import { bitwiseAnd, parseInteger, toInteger } from './integer.ts';

const MAX = 9223372036854775807n;
const MIN = -9223372036854775808n;

describe('an integer', () => {
  it.each([
    ['0', 10, 0],
    ['-0', 10, 0],
    ['42', 10, 42],
    ['-42', 10, -42],
    ['9007199254740993', 10, 9007199254740993n],
    ['9223372036854775807', 10, MAX],
    ['-9223372036854775808', 10, MIN],
    ['ff', 16, 255],
    ['7FFFFFFFFFFFFFFF', 16, MAX],
    ['0123', 8, 83],
    ['0', 8, 0],
  ] as const)('%s in radix %i is read', (digits, radix, value) => {
    expect(parseInteger(digits, radix)).toEqual(value);
  });

  it.each([
    ['9223372036854775808', 10, 'number too large to fit in target type'],
    ['-9223372036854775809', 10, 'number too small to fit in target type'],
    ['8000000000000000', 16, 'number too large to fit in target type'],
    ['08', 8, 'invalid digit found in string'],
    ['1a', 10, 'invalid digit found in string'],
    ['', 10, 'invalid digit found in string'],
    ['-', 10, 'invalid digit found in string'],
  ] as const)('%s in radix %i is refused', (digits, radix, fault) => {
    expect(parseInteger(digits, radix)).toBe(fault);
  });

  it.each([
    [5, 5],
    [5n, 5],
    [2n ** 60n, 2n ** 60n],
    [2 ** 60, 2n ** 60n],
    [MAX + 1n, undefined],
    [2 ** 63, undefined],
    [1.5, undefined],
    [Number.NaN, undefined],
    [Number.POSITIVE_INFINITY, undefined],
    ['5', undefined],
  ])('%s of a caller becomes %s', (value, canonical) => {
    expect(toInteger(value)).toBe(canonical);
  });

  it.each([
    [6, 3, 2],
    [-1, 255, 255],
    [-1, -1, -1],
    [2 ** 40 + 1, 2 ** 40, 2 ** 40],
    [MAX, 2n ** 62n, 2n ** 62n],
    [MIN, -1, MIN],
    [MIN, MAX, 0],
  ])('%s & %s is %s', (a, b, result) => {
    expect(bitwiseAnd(a, b)).toBe(result);
  });
});
