import { type Cursor, isHexCode } from './cursor.ts';
import { type Integer, parseInteger } from './integer.ts';
import type { Range } from './range-set.ts';

/**
 * An integer: decimal with an optional `-`, `0x` hexadecimal, or octal after a leading `0` (fact sheet 7.1).
 * Digits are taken up to radix 16 whatever the radix, so that the error names the whole faulty number.
 */
export function lexInteger(cursor: Cursor): Integer {
  const radix = cursor.take('0x') ? 16 : cursor.peek() === '0' ? 8 : 10;
  const start = cursor.position;
  if (radix === 10) cursor.take('-');
  if (cursor.takeWhile(isHexCode) === '') cursor.failHere('expression_syntax', 'expected digit', ['integer']);
  const span = { start, end: cursor.position };
  const value = parseInteger(cursor.source.slice(start, cursor.position), radix);
  if (typeof value !== 'string') return value;
  return cursor.fail('expression_syntax', `${value} while parsing with radix ${radix}`, span, ['integer']);
}

/** An integer or an inclusive range `a..b`, in `{...}`. */
export function lexIntegerRange(cursor: Cursor): Range<Integer> {
  const start = cursor.position;
  const first = lexInteger(cursor);
  const last = cursor.take('..') ? lexInteger(cursor) : first;
  if (last >= first) return { first, last };
  const span = { start, end: cursor.position };
  return cursor.fail('expression_syntax', 'incompatible range bounds', span, ['lower bound first']);
}
