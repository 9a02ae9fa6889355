import { describe, expect, it } from 'vitest';
import { toTerminalText } from './terminal-text.ts';

describe('text for a terminal', () => {
  it.each([
    ['an escape sequence', '\u001b[31mred\u001b[0m', '\\u001b[31mred\\u001b[0m'],
    ['line breaks and tabs', 'a\r\n\tb', 'a\\u000d\\u000a\\u0009b'],
    ['a bell, a null and a delete', '\u0007\0\u007f', '\\u0007\\u0000\\u007f'],
    ['C1 controls', '\u009b31m\u0085', '\\u009b31m\\u0085'],
    ['marks of direction', 'a\u202eb\u2066c\u200fd\u061ce', 'a\\u202eb\\u2066c\\u200fd\\u061ce'],
    ['line separators', 'a\u2028b\u2029', 'a\\u2028b\\u2029'],
    ['a surrogate without a partner', 'a\ud83cb\udf77', 'a\\ud83cb\\udf77'],
    ['letters of any script, and emoji', 'é 你好 עברית 🌷', 'é 你好 עברית 🌷'],
  ])('escapes or keeps %s', (_, text, shown) => {
    expect(toTerminalText(text)).toBe(shown);
  });
});
