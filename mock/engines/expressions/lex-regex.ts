import type { Cursor } from './cursor.ts';
import { failUnclosed, lexRawText } from './lex-string.ts';
import { compileRegex, type Regex } from './regex.ts';

/**
 * The pattern of a quoted regular expression: only the quote is unescaped, every other backslash reaches
 * the pattern, and a quote inside a `[...]` class does not end the literal (fact sheet 7.1).
 */
function lexQuotedPattern(cursor: Cursor): string {
  const quote = cursor.peek();
  const start = ++cursor.position;
  let pattern = '';
  let inClass = false;
  for (;;) {
    const character = cursor.peek();
    if (character === '') failUnclosed(cursor, start, quote);
    cursor.position++;
    if (character === '\\') {
      const escaped = cursor.peek();
      if (escaped === '') failUnclosed(cursor, start, quote);
      cursor.position++;
      pattern += escaped === quote && !inClass ? escaped : `\\${escaped}`;
    } else if (character === quote && !inClass) {
      return pattern;
    } else {
      if (character === '[') inClass = true;
      if (character === ']') inClass = false;
      pattern += character;
    }
  }
}

/** A regular expression literal, quoted or raw, compiled. */
export function lexRegex(cursor: Cursor): Regex {
  const start = cursor.position;
  const character = cursor.peek();
  if (character === '') cursor.failHere('expression_syntax', 'unrecognised input', ['regular expression']);
  if (character !== '"' && character !== "'" && character !== 'r') {
    cursor.failHere('expression_syntax', 'expected " or r', ['regular expression']);
  }
  const pattern = character === 'r' ? lexRawText(cursor) : lexQuotedPattern(cursor);
  const regex = compileRegex(pattern);
  if (typeof regex === 'object') return regex;
  const span = { start: start + 1, end: cursor.position - 1 };
  return cursor.fail('expression_syntax', regex, span, ['regular expression']);
}
