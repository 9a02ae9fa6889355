import { describe, expect, test } from 'vitest';
import { gitCodec as native } from './native-codec.ts';
import { gitCodec as portable } from './portable-codec.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe.each([
  ['native', native],
  ['portable', portable],
] as const)('the %s codec', (_, { crc32 }) => {
  test.each([
    ['', 0],
    ['a', 0xe8b7be43],
    ['abc', 0x352441c2],
    ['123456789', 0xcbf43926],
    ['The quick brown fox jumps over the lazy dog', 0x414fa339],
  ])('the CRC-32 of %j is the known one', (text, sum) => {
    expect(crc32(bytes(text))).toBe(sum);
  });

  test('a sum goes on from one piece to the next', () => {
    expect(crc32(bytes('456789'), crc32(bytes('123')))).toBe(0xcbf43926);
  });
});
