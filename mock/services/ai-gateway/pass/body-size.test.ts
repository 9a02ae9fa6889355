import { expect, test } from 'vitest';
import { sizeOf } from './body-size.ts';

test.each(['', 'plain', 'é', '€', '😀 and é', '\u{10ffff}\u07ff\u0800'])('counts the bytes of %j', (text) => {
  expect(sizeOf(text)).toBe(new TextEncoder().encode(text).length);
});

test('counts the bytes of a long text', () => {
  expect(sizeOf('é'.repeat(5000))).toBe(10_000);
});
