import { expect, test } from 'vitest';
import { sizeOf } from './run-log.ts';

test.each(['', 'plain', 'é', '€', '😀 and é', '\u{10ffff}\u07ff\u0800'])('counts the bytes of %j', (text) => {
  expect(sizeOf(text)).toBe(new TextEncoder().encode(text).length);
});

test.each([
  ['é', 5000],
  ['a😀', 100_000],
  ['\ud83d', 50_000],
])('counts the bytes of a long text of %j', (part, times) => {
  const text = part.repeat(times);
  expect(sizeOf(text)).toBe(new TextEncoder().encode(text).length);
});
