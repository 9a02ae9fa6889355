import { describe, expect, it } from 'vitest';
import { refusalOf, resultOf } from '../testing/call.ts';

describe('starts_with and ends_with', () => {
  it.each([
    ['starts_with(str, "/blog")', '/blog/first', true],
    ['starts_with(str, "/Blog")', '/blog/first', false],
    ['starts_with(str, "")', '', true],
    ['starts_with(str, "a")', '', false],
    ['starts_with(str, "\\xC3")', 'é', true],
    ['starts_with(str, smap["p"])', 'pre-fix', true],
    ['ends_with(str, ".html")', '/welcome.html', true],
    ['ends_with(str, ".HTML")', '/welcome.html', false],
    ["ends_with(str, '\\xA9')", 'é', true],
  ])('%s of %j is %j', (source, str, expected) => {
    expect(resultOf(source, { str, smap: new Map([['p', 'pre']]) })).toBe(expected);
  });

  it('yield nothing without a value', () => {
    expect([
      resultOf('starts_with(str, "a")'),
      resultOf('starts_with(str, smap["p"])', { str: 'a' }),
    ]).toEqual([undefined, undefined]);
  });

  it.each(['starts_with("a", "a")', 'ends_with("a", "a")'])('take no literal as the source: %s', (source) => {
    expect(refusalOf(source)).toBe(
      'invalid kind of argument #0: expected argument of kind Field, but got Literal',
    );
  });
});
