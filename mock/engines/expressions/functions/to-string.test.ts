import { describe, expect, it } from 'vitest';
import { refusalOf, resultOf } from '../testing/call.ts';
import type { Value } from '../values.ts';

describe('to_string', () => {
  it.each<[string, Value | undefined, string | undefined]>([
    ['num', 5, '5'],
    ['num', -0, '0'],
    ['num', -(2n ** 63n), '-9223372036854775808'],
    ['flag', true, 'true'],
    ['flag', false, 'false'],
    ['ip', '2001:DB8:0::1', '2001:db8::1'],
    ['ip', '192.0.2.1', '192.0.2.1'],
  ])('of %s %s is %s', (field, value, expected) => {
    expect(resultOf(`to_string(${field})`, value === undefined ? {} : { [field]: value })).toBe(expected);
  });

  it('yields nothing of a missing value', () => {
    expect(resultOf('to_string(num)')).toBeUndefined();
  });

  it('takes no String', () => {
    expect(refusalOf('to_string(str)')).toContain('expected value of type {Int, Bool, Ip}, but got Bytes');
  });
});
