import { describe, expect, it } from 'vitest';
import { toPrettyText, toSize, visible } from './text.ts';

describe('visible', () => {
  it('shows control characters, bidi controls and lone surrogates as escapes', () => {
    expect(visible('a\u001b[31m\u202eb\ud800c\u0000')).toBe('a\\u001b[31m\\u202eb\\ud800c\\u0000');
  });

  it('leaves text alone, with lines, tabs, emoji and right-to-left letters', () => {
    expect(visible('a\tb\nשלום 🧱')).toBe('a\tb\nשלום 🧱');
  });
});

it('indents JSON only', () => {
  expect(toPrettyText('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(toPrettyText('{"a":1')).toBe('{"a":1');
});

it('formats sizes', () => {
  expect([0, 1023, 2048, 15_000_000].map(toSize)).toEqual(['0 bytes', '1023 bytes', '2.0 KB', '14 MB']);
});
