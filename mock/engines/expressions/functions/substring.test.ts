import { describe, expect, it } from 'vitest';
import { refusalOf, resultOf } from '../testing/call.ts';

describe('substring', () => {
  it.each([
    ['substring(str, 2, 5)', 'dfg'],
    ['substring(str, 2)', 'dfghjk'],
    ['substring(str, -2)', 'jk'],
    ['substring(str, 0, -2)', 'asdfgh'],
    ['substring(str, 0, 0)', ''],
    ['substring(str, 5, 2)', ''],
    ['substring(str, 99)', ''],
    ['substring(str, -99, 3)', 'asd'],
    ['substring(str, 0, 9223372036854775807)', 'asdfghjk'],
    ['substring(str, num)', 'sdfghjk'],
  ])('%s is %j', (source, expected) => {
    expect(resultOf(source, { str: 'asdfghjk', num: 1 })).toBe(expected);
  });

  it('counts bytes', () => {
    expect(resultOf('substring(str, 2)', { str: 'éa' })).toBe('a');
    expect(resultOf('substring(str, 1)', { str: 'éa' })).toEqual(Uint8Array.of(0xa9, 97));
  });

  it('takes no literal as the value', () => {
    expect(refusalOf('substring("abc", 1)')).toContain('expected argument of kind Field, but got Literal');
  });
});
