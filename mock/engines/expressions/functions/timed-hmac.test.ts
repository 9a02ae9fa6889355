import { describe, expect, it } from 'vitest';
import { refusalOf, resultOf } from '../testing/call.ts';

// Message, separator of 8 bytes, timestamp and MAC; the MAC was computed with another library.
const STANDARD = '/download/cat.jpg?verify=1484063787-JcOQEFurDwNF66OcDJLopQxjsg3cB1KVO5%2BBFS9zZZ0%3D';
const URL_SAFE = '/download/cat.jpg?verify=1484063787-JcOQEFurDwNF66OcDJLopQxjsg3cB1KVO5-BFS9zZZ0';

function valid(str: string, call: string): unknown {
  return resultOf(`is_timed_hmac_valid_v0(${call})`, { str, num: 1484063787 + 100 });
}

describe('is_timed_hmac_valid_v0', () => {
  it.each([
    [STANDARD, '"mysecretkey", str, 100000, num, 8', true],
    [STANDARD, '"mysecretkey", str, 100, num, 8', true],
    [STANDARD, '"mysecretkey", str, 99, num, 8', false],
    [STANDARD, '"otherkey", str, 100000, num, 8', false],
    [STANDARD, '"mysecretkey", str, 100000, num, 7', false],
    [STANDARD, '"mysecretkey", str, 100000, num', false],
    [STANDARD, '"mysecretkey", str, 100000, num, 8, "s"', false],
    [STANDARD.replace('cat', 'dog'), '"mysecretkey", str, 100000, num, 8', false],
    [STANDARD.replace('1484063787', '1484063788'), '"mysecretkey", str, 100000, num, 8', false],
    [STANDARD.replace('1484063787', '148406378'), '"mysecretkey", str, 100000, num, 8', false],
    [STANDARD.replace('%2B', '%zz'), '"mysecretkey", str, 100000, num, 8', false],
    [URL_SAFE, '"mysecretkey", str, 100000, num, 8, "s"', true],
    [URL_SAFE, '"mysecretkey", str, 100000, num, 8', false],
    ['', '"mysecretkey", str, 100000, num, 8', false],
    ['x'.repeat(80), '"mysecretkey", str, 100000, num, 0', false],
    [`1484063787-${'A'.repeat(43)}`, '"mysecretkey", str, 100000, num, 0', false],
  ])('%s with %s is %j', (str, call, expected) => {
    expect(valid(str, call)).toBe(expected);
  });

  it('takes a message put together of several fields', () => {
    const call = '"mysecretkey", concat(str, strs[0], "-", strs[1]), 100000, num, 0';
    const strs = ['1484063787', 'JcOQEFurDwNF66OcDJLopQxjsg3cB1KVO5%2BBFS9zZZ0%3D'];
    expect(
      resultOf(`is_timed_hmac_valid_v0(${call})`, { str: '/download/cat.jpg', strs, num: 1484063800 }),
    ).toBe(true);
  });

  it('yields nothing of a missing message', () => {
    expect(resultOf('is_timed_hmac_valid_v0("k", str, 1, num)', { num: 1 })).toBeUndefined();
  });

  it.each([
    [
      'is_timed_hmac_valid_v0(str, str, 1, num)',
      'invalid kind of argument #0: expected argument of kind Literal, but got Field',
    ],
    ['is_timed_hmac_valid_v0("k", str, 1, num, -1)', 'cannot be negative'],
    ['is_timed_hmac_valid_v0("k", str, 1, num, 0, "x")', 'the only flag is'],
    ['is_timed_hmac_valid_v0("k", str, 1)', 'invalid number of arguments'],
  ])('%s is refused', (source, message) => {
    expect(refusalOf(source)).toContain(message);
  });
});
