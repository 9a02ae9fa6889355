import { describe, expect, test } from 'vitest';
import { getDifference } from './text-difference.ts';

describe('getDifference', () => {
  test('finds no difference between equal texts', () => {
    expect(getDifference('a\nb\n', 'a\nb\n')).toBeUndefined();
  });

  test.each([
    ['a\nB\n', 'a\nb\n', '  a\n- b\n+ B\n '],
    ['a\nb', 'a', '  a\n+ b'],
    ['a', 'a\nb', '  a\n- b'],
    ['', 'x', '- x\n+'],
    ['a\nx\nb\nc', 'a\nb\ny\nc', '  a\n+ x\n  b\n- y\n  c'],
  ])('compares %j with %j', (actual, expected, shown) => {
    expect(getDifference(actual, expected)).toBe(shown.replace(/ $/, ''));
  });

  test('shows spaces at the end of a line', () => {
    expect(getDifference('one\ntwo', 'one  \ntwo')).toBe('- one··\n+ one\n  two');
  });

  test('omits equal lines far from a difference', () => {
    const lines = Array.from({ length: 100 }, (_, index) => `line ${index}`);
    const changed = lines.with(50, 'other');
    expect(getDifference(changed.join('\n'), lines.join('\n'))).toBe(
      '  ... line 48\n  line 47\n  line 48\n  line 49\n- line 50\n+ other\n  line 51\n  line 52\n  line 53',
    );
  });

  test('truncates a long difference, and a long line', () => {
    const shown = getDifference('x\n'.repeat(500), `${'y'.repeat(1000)}\n`.repeat(500)) ?? '';
    expect(shown.split('\n')).toHaveLength(61);
    expect(shown).toMatch(/^- y{240}\.\.\. \(1000 characters\)\n/);
    expect(shown).toMatch(/\n\.\.\. and 941 more lines$/);
  });
});
