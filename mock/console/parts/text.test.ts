import { expect, it } from 'vitest';
import { toPrettyText, toSize } from './text.ts';

it('indents JSON only', () => {
  expect(toPrettyText('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(toPrettyText('{"a":1')).toBe('{"a":1');
});

it('formats sizes', () => {
  expect([0, 1023, 2048, 15_000_000].map(toSize)).toEqual(['0 bytes', '1023 bytes', '2.0 KB', '14 MB']);
});
