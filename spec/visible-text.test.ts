import { describe, expect, it } from 'vitest';
import { toVisibleLine, toVisibleText } from './visible-text.ts';

const cases = [
  ['an escape sequence', '\u001b[31mred\u001b[0m', '\\u001b[31mred\\u001b[0m'],
  ['a bell, a null and a delete', '\u0007\0\u007f', '\\u0007\\u0000\\u007f'],
  ['C1 controls', '\u009b31m\u0085', '\\u009b31m\\u0085'],
  ['marks of direction', 'a\u202eb\u2066c\u200fd\u061ce', 'a\\u202eb\\u2066c\\u200fd\\u061ce'],
  ['characters without width', 'a\u200bb\u2060c\ufeffd', 'a\\u200bb\\u2060c\\ufeffd'],
  ['carriage returns and line separators', 'a\rb\u2028c\u2029', 'a\\u000db\\u2028c\\u2029'],
  ['a surrogate without a partner', 'a\ud83cb\udf77', 'a\\ud83cb\\udf77'],
  ['letters of any script, and emoji', 'é 你好 עברית 🌷', 'é 你好 עברית 🌷'],
] as const;

describe('visible text', () => {
  it.each(cases)('escapes or keeps %s, in a line and in several', (_, text, shown) => {
    expect(toVisibleLine(text)).toBe(shown);
    expect(toVisibleText(text)).toBe(shown);
  });

  it('has line feeds and tabs, which a line has as escapes', () => {
    expect(toVisibleText('a\n\tb')).toBe('a\n\tb');
    expect(toVisibleLine('a\n\tb')).toBe('a\\u000a\\u0009b');
  });
});
