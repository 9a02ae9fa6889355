import { expect, test } from 'vitest';
import { crc32 } from './crc32.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test.each([
  ['', 0],
  ['a', 0xe8b7be43],
  ['abc', 0x352441c2],
  ['123456789', 0xcbf43926],
  ['The quick brown fox jumps over the lazy dog', 0x414fa339],
])('the CRC-32 of %j is the known one', (text, sum) => {
  expect(crc32(bytes(text))).toBe(sum);
});

test('a sum goes on from one piece to the next, and of a part only', () => {
  const all = bytes('..123456789..');
  expect(crc32(all, 5, 11, crc32(all, 2, 5))).toBe(0xcbf43926);
});
