import { type ByteString, fromText } from './bytes.ts';
import type { Cursor } from './cursor.ts';

const MAX_HASHES = 255;

/** A byte written as a fixed number of digits; fails in the platform's words. */
function lexByte(cursor: Cursor, digits: 2 | 3, radix: 16 | 8): ByteString {
  const start = cursor.position;
  // By characters, not UTF-16 units: the fault is shown as whole characters.
  const characters = [...cursor.source.slice(start, Math.min(start + digits * 2, cursor.end))].slice(
    0,
    digits,
  );
  const text = characters.join('');
  const count = characters.length;
  const expected = [`${digits} digits of radix ${radix}`];
  if (count < digits) {
    cursor.failHere('expression_syntax', `expected ${digits} characters, but found ${count}`, expected);
  }
  const span = { start, end: start + text.length };
  const wellFormed = radix === 16 ? /^[0-9a-fA-F]{2}$/ : /^[0-7]{3}$/;
  if (!wellFormed.test(text)) {
    const message = `invalid digit found in string while parsing with radix ${radix}`;
    cursor.fail('expression_syntax', message, span, expected);
  }
  const value = Number.parseInt(text, radix);
  if (value > 255) {
    const message = `number too large to fit in target type while parsing with radix ${radix}`;
    cursor.fail('expression_syntax', message, span, expected);
  }
  cursor.position = span.end;
  return String.fromCharCode(value);
}

/** What follows a backslash in a quoted string (fact sheet 7.1). */
function lexEscape(cursor: Cursor, quote: string): ByteString {
  const character = cursor.peek();
  if (character === quote || character === '\\') {
    cursor.position++;
    return character;
  }
  if (character === 'x') {
    cursor.position++;
    return lexByte(cursor, 2, 16);
  }
  if (character >= '0' && character <= '7') return lexByte(cursor, 3, 8);
  const start = cursor.position;
  const length = (cursor.source.codePointAt(start) ?? 0) > 0xffff ? 2 : 1;
  const message = `expected ${quote}, xHH or OOO after \\`;
  return cursor.fail('expression_syntax', message, { start, end: start + length }, [
    quote,
    '\\',
    'xHH',
    'OOO',
  ]);
}

/** Fails at the text behind an opening quote that nothing closes. */
export function failUnclosed(cursor: Cursor, start: number, quote: string): never {
  const span = { start, end: cursor.end };
  return cursor.fail('expression_syntax', 'could not find an ending quote', span, [quote]);
}

/** A quoted string; the cursor stands on its opening quote, single or double. */
export function lexQuotedString(cursor: Cursor): ByteString {
  const quote = cursor.peek();
  const start = ++cursor.position;
  let value = '';
  let plainFrom = start;
  for (;;) {
    const character = cursor.peek();
    if (character === '') failUnclosed(cursor, start, quote);
    if (character === quote || character === '\\') {
      value += fromText(cursor.source.slice(plainFrom, cursor.position));
      cursor.position++;
      if (character === quote) return value;
      if (cursor.peek() === '') failUnclosed(cursor, start, quote);
      value += lexEscape(cursor, quote);
      plainFrom = cursor.position;
    } else {
      cursor.position++;
    }
  }
}

/** A raw string, `r"..."` or `r#"..."#`; the cursor stands on the `r`. Returns its text. */
export function lexRawText(cursor: Cursor): string {
  const start = ++cursor.position;
  const hashes = cursor.takeWhile((code) => code === 35);
  if (hashes.length > MAX_HASHES) {
    const message = "invalid raw string hash count, there can't be more than 255 #s";
    cursor.fail('expression_syntax', message, { start, end: cursor.end }, ['at most 255 #']);
  }
  const quote = cursor.peek();
  if (quote !== '"' && quote !== "'") {
    cursor.failHere('expression_syntax', 'expected " or #', ['"', "'", '#']);
  }
  const from = ++cursor.position;
  const close = cursor.source.indexOf(quote + hashes, from);
  if (close < 0 || close + quote.length + hashes.length > cursor.end) failUnclosed(cursor, start, quote);
  cursor.position = close + quote.length + hashes.length;
  return cursor.source.slice(from, close);
}

/** Whether a whole byte string (`01:2e:f3`) stands at the cursor. */
export function standsAtByteString(cursor: Cursor): boolean {
  const rest = cursor.source.slice(cursor.position, cursor.end);
  return /^[0-9a-fA-F]{2}(?:[-:.][0-9a-fA-F]{2})+(?![0-9A-Za-z_])/.test(rest);
}

/** A byte string: at least two hexadecimal pairs joined by `:`, `-` or `.` (fact sheet 7.1). */
function lexByteString(cursor: Cursor): ByteString {
  let value = lexByte(cursor, 2, 16);
  const start = cursor.position;
  const separators = [':', '-', '.'];
  if (cursor.peek() === '') {
    cursor.failHere('expression_syntax', 'expected 1 characters, but found 0', separators);
  }
  while (cursor.peek() !== '' && separators.includes(cursor.peek())) {
    cursor.position++;
    value += lexByte(cursor, 2, 16);
  }
  if (value.length < 2) {
    cursor.fail('expression_syntax', 'expected byte separator', { start, end: start + 1 }, separators);
  }
  return value;
}

/** A string that must be quoted or raw: the right side of `wildcard`. */
export function lexQuotedOrRaw(cursor: Cursor): ByteString {
  const character = cursor.peek();
  if (character === '"' || character === "'") return lexQuotedString(cursor);
  if (character === 'r') return fromText(lexRawText(cursor));
  if (character === '') cursor.failHere('expression_syntax', 'unrecognised input', ['string']);
  return cursor.failHere('expression_syntax', 'expected " or r', ['string']);
}

/** Any string literal: quoted, raw or a byte string. */
export function lexString(cursor: Cursor): ByteString {
  const character = cursor.peek();
  if (character === '"' || character === "'" || character === 'r' || character === '') {
    return lexQuotedOrRaw(cursor);
  }
  return lexByteString(cursor);
}
