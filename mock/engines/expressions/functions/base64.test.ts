import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refusalOf, resultOf } from '../testing/call.ts';

describe('encode_base64', () => {
  it.each([
    ['encode_base64("hello world")', 'aGVsbG8gd29ybGQ'],
    ['encode_base64("hello world", "p")', 'aGVsbG8gd29ybGQ='],
    ['encode_base64("hello world", "u")', 'aGVsbG8gd29ybGQ'],
    ['encode_base64("hello world", "up")', 'aGVsbG8gd29ybGQ='],
    ['encode_base64("\\xfb\\xff")', '+/8'],
    ['encode_base64("\\xfb\\xff", "u")', '-_8'],
    ['encode_base64("")', ''],
  ])('%s is %s', (source, expected) => {
    expect(resultOf(source)).toBe(expected);
  });

  it('takes known flags only', () => {
    expect(refusalOf('encode_base64(str, "x")')).toContain('flags are \\"u\\" and \\"p\\"');
  });
});

describe('decode_base64', () => {
  it.each([
    ['MTIzYWJj', '123abc'],
    ['YQ', 'a'],
    ['YQ==', 'a'],
    ['', ''],
    ['YQ=', undefined],
    ['Y', undefined],
    ['YQ===', undefined],
    ['-_8', undefined],
    ['a b=', undefined],
  ])('of %j is %j', (str, expected) => {
    expect(resultOf('decode_base64(str)', { str })).toBe(expected);
  });

  it('undoes the encoding of any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.constantFrom('', 'p'), (bin, flags) => {
        const encoded = resultOf(`encode_base64(bin, "${flags}")`, { bin }) ?? '';
        expect(resultOf('len(decode_base64(str))', { str: encoded })).toBe(bin.length);
        expect(resultOf('encode_base64(decode_base64(str))', { str: encoded })).toBe(
          String(encoded).replace(/=+$/, ''),
        );
      }),
    );
  });
});
