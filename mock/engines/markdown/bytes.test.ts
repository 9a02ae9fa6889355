import { describe, expect, it } from 'vitest';
import { isAlphanumeric, isDigit, isLetter, isSpace } from './bytes.ts';

const all = Array.from({ length: 256 }, (_, value) => value);

function textOf(values: readonly number[]): string {
  return String.fromCharCode(...values);
}

describe('the classes of bytes', () => {
  it('hold the letters', () => {
    expect(textOf(all.filter(isLetter))).toBe('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
  });

  it('hold the digits', () => {
    expect(textOf(all.filter(isDigit))).toBe('0123456789');
  });

  it('hold letters and digits', () => {
    expect(all.filter(isAlphanumeric)).toEqual(all.filter((value) => isDigit(value) || isLetter(value)));
  });

  it('hold the whitespace of HTML, to which the vertical tab does not belong', () => {
    expect(textOf(all.filter(isSpace))).toBe('\t\n\f\r ');
  });
});
