import { describe, expect, it } from 'vitest';
import { getParameter, parseMediaType, splitOutsideQuotes } from './converted-headers.ts';

describe('parseMediaType', () => {
  it.each([
    ['text/html', 'text/html', undefined],
    ['Text/HTML', 'text/html', undefined],
    [' text/html ; charset=utf-8', 'text/html', 'utf-8'],
    ['text/html;CHARSET="ISO-8859-1"', 'text/html', 'ISO-8859-1'],
    ['text/html;charset="a\\"b"', 'text/html', 'a"b'],
    ['text/html; a="charset=x;"; charset=koi8-r', 'text/html', 'koi8-r'],
    ['text/html; charset', 'text/html', undefined],
    ['text/html; charset=a; charset=b', 'text/html', 'a'],
    ['application/xhtml+xml', 'application/xhtml+xml', undefined],
    ['', '', undefined],
    [';;;', '', undefined],
  ])('reads %j as %s with the charset %s', (value, essence, charset) => {
    expect(parseMediaType(value)).toEqual({ essence, charset });
  });
});

describe('splitOutsideQuotes', () => {
  it.each([
    ['a, b,,c ,', ['a', 'b', 'c']],
    ['a;x="1,2", b', ['a;x="1,2"', 'b']],
    ['a;x="\\",", b', ['a;x="\\","', 'b']],
    ['a;x="never closed, b', ['a;x="never closed, b']],
    ['a;x="\\', ['a;x="\\']],
    ['', []],
  ])('splits %j into %j', (value, pieces) => {
    expect(splitOutsideQuotes(value, ',')).toEqual(pieces);
  });

  it('takes linear time for a value of quotes and backslashes', () => {
    const started = performance.now();
    splitOutsideQuotes('"\\'.repeat(200_000), ',');
    splitOutsideQuotes(`${'"a'.repeat(200_000)}\\`, ',');
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});

describe('getParameter', () => {
  it('does not read the type itself as a parameter', () => {
    expect(getParameter(['q=1', 'q=0.5'], 'q')).toBe('0.5');
  });
});
