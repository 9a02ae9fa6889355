import { describe, expect, it } from 'vitest';
import { parseCookies } from './cookies.ts';

describe('parseCookies', () => {
  it.each([
    ['', {}],
    ['a=1', { a: ['1'] }],
    ['a=1; b=2;c=3', { a: ['1'], b: ['2'], c: ['3'] }],
    ['a=1; a=2', { a: ['1', '2'] }],
    ['a=1; A=2', { a: ['1'], A: ['2'] }],
    ['a=', { a: [''] }],
    ['a=b=c', { a: ['b=c'] }],
    ['a', {}],
    ['=a', {}],
    [' a = 1 ', { a: ['1'] }],
    ['a="x y"', { a: ['x y'] }],
    ['a="', { a: ['"'] }],
    ['a%20b=1', { 'a b': ['1'] }],
    ['a%zz=1', { 'a%zz': ['1'] }],
    ['a=%20', { a: ['%20'] }],
    ['__proto__=1; constructor=2', { constructor: ['2'] }],
  ])('reads %s', (header, expected) => {
    expect(Object.fromEntries(parseCookies(header))).toMatchObject(expected);
  });

  it('keeps a cookie that is named like a member of every object', () => {
    expect(parseCookies('__proto__=1').get('__proto__')).toEqual(['1']);
    expect(parseCookies('').get('constructor')).toBeUndefined();
  });
});
