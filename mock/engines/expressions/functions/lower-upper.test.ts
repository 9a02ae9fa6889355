import { describe, expect, it } from 'vitest';
import { resultOf } from '../testing/call.ts';

describe('lower and upper', () => {
  it.each([
    ['lower(str)', 'WWW.Example.COM', 'www.example.com'],
    ['upper(str)', 'www.Example.com', 'WWW.EXAMPLE.COM'],
    ['lower(str)', 'ÉA[', 'Éa['],
    ['upper(str)', 'éa{', 'éA{'],
    ['lower("ABC")', '', 'abc'],
  ])('%s of %j is %j: ASCII letters only', (source, str, expected) => {
    expect(resultOf(source, { str })).toBe(expected);
  });

  it('keep bytes that are no text', () => {
    expect(resultOf('lower(str)', { str: Uint8Array.of(65, 0xc9, 0xff) })).toEqual(
      Uint8Array.of(97, 0xc9, 0xff),
    );
  });
});
