import { describe, expect, it } from 'vitest';
import { Cursor } from './cursor.ts';
import { lexInteger, lexIntegerRange } from './lex-integer.ts';

function lexWith<T>(lexer: (cursor: Cursor) => T, source: string): [T, string] {
  const cursor = new Cursor(source, 0, source.length);
  const value = lexer(cursor);
  return [value, source.slice(cursor.position)];
}

describe('an integer literal', () => {
  it.each([
    ['0', 0, ''],
    ['0-', 0, '-'],
    ['0x1f5+', 501, '+'],
    ['0123;', 83, ';'],
    ['78!', 78, '!'],
    ['0xefg', 239, 'g'],
    ['-12-', -12, '-'],
    ['9223372036854775807', 9223372036854775807n, ''],
  ])('%s is read', (source, value, rest) => {
    expect(lexWith(lexInteger, source)).toEqual([value, rest]);
  });

  it.each([
    ['9223372036854775808!', 'number too large to fit in target type while parsing with radix 10', 19],
    ['-9223372036854775809!', 'number too small to fit in target type while parsing with radix 10', 20],
    ['10fex', 'invalid digit found in string while parsing with radix 10', 4],
    ['089', 'invalid digit found in string while parsing with radix 8', 3],
    ['"a"', 'expected digit', 3],
    ['', 'expected digit', 0],
  ])('%s is refused', (source, message, length) => {
    expect(() => lexWith(lexInteger, source)).toThrow(
      expect.objectContaining({ message, position: expect.objectContaining({ offset: 0, length }) }),
    );
  });

  it.each([
    ['78!', { first: 78, last: 78 }, '!'],
    ['0..10', { first: 0, last: 10 }, ''],
    ['0123..0xefg', { first: 83, last: 239 }, 'g'],
    ['-20..-10', { first: -20, last: -10 }, ''],
  ])('%s is a range', (source, range, rest) => {
    expect(lexWith(lexIntegerRange, source)).toEqual([range, rest]);
  });

  it('is no range with its bounds reversed', () => {
    expect(() => lexWith(lexIntegerRange, '10..0')).toThrow('incompatible range bounds');
  });
});
