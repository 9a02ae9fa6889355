import { describe, expect, it } from 'vitest';
import { refusalOf, resultOf } from '../testing/call.ts';

describe('url_decode', () => {
  it.each([
    ['url_decode(str)', 'John%20Doe', 'John Doe'],
    ['url_decode(str)', 'John+Doe', 'John Doe'],
    ['url_decode(str)', '%2520', '%20'],
    ['url_decode(str, "r")', '%2520', ' '],
    ['url_decode(str)', '%E4%BD%A0', '你'],
    ['url_decode(str)', '100%', '100%'],
    ['url_decode(str)', '%zz%4', '%zz%4'],
    ['url_decode(str)', '%u2601', '%u2601'],
    ['url_decode(str, "u")', '%u2601', '☁'],
    ['url_decode(str, "u")', '%U00e9%41', 'éA'],
    ['url_decode(str, "u")', '%ud800', '%ud800'],
    ['url_decode(str, "ur")', '%2575%u0025u0041', 'uA'],
    ['url_decode(str, "r")', 'plain', 'plain'],
  ])('%s of %s is %s', (source, str, expected) => {
    expect(resultOf(source, { str })).toBe(expected);
  });

  it('decodes at most ten times', () => {
    expect(resultOf('url_decode(str, "r")', { str: `%${'25'.repeat(9)}41` })).toBe('A');
    expect(resultOf('url_decode(str, "r")', { str: `%${'25'.repeat(10)}41` })).toBe('%41');
  });

  it('takes a value of the request and known options', () => {
    expect(refusalOf('url_decode("a")')).toContain('expected argument of kind Field, but got Literal');
    expect(refusalOf('url_decode(str, bin)')).toContain('expected argument of kind Literal, but got Field');
    expect(refusalOf('url_decode(str, "x")')).toContain('invalid value of argument #1');
  });
});
