import { describe, expect, it } from 'vitest';
import {
  type ByteSource,
  captureWildcard,
  compileWildcard,
  matchesWildcard,
  type Wildcard,
} from './wildcard.ts';

function compiled(pattern: string, strict = false): Wildcard {
  const wildcard = compileWildcard(pattern, strict);
  if (typeof wildcard === 'string') throw new Error(wildcard);
  return wildcard;
}

describe('a wildcard', () => {
  it.each([
    ['', '', true],
    ['', 'a', false],
    ['*', '', true],
    ['*', 'anything', true],
    ['abc', 'ABC', true],
    ['abc', 'abcd', false],
    ['a*', 'a', true],
    ['a*', 'ba', false],
    ['*a', 'banana', true],
    ['*a', 'ab', false],
    ['a*a', 'a', false],
    ['a*a', 'aa', true],
    ['*aab*', 'aaaab', true],
    ['*abab*c', 'abaababc', true],
    ['*a*b*', 'ba', false],
    ['https://*.example.com/*', 'https://sub.EXAMPLE.com/x?y', true],
    ['https://example.com/a/*', 'https://example.com/ab/', false],
    ['*.example.com/*/page.html', 'https://example.com/ab/page.html', false],
    ['what?', 'what?', true],
    ['what?', 'whats', false],
    ['\\*', '*', true],
    ['\\*', 'a', false],
    ['\\\\', '\\', true],
    ['a\\**', 'a*b', true],
  ])('%j on %j is %j, whatever the case', (pattern, value, expected) => {
    expect(matchesWildcard(compiled(pattern), value)).toBe(expected);
  });

  it.each([
    ['Abc*', 'Abcd', true],
    ['Abc*', 'abcd', false],
    ['*[', '{', false],
  ])('strictly, %j on %j is %j', (pattern, value, expected) => {
    expect(matchesWildcard(compiled(pattern, true), value)).toBe(expected);
  });

  it('ignores the case of letters only', () => {
    expect([matchesWildcard(compiled('@'), '`'), matchesWildcard(compiled('['), '{')]).toEqual([
      false,
      false,
    ]);
  });

  it.each([
    ['a**b', 'wildcard contains a double star'],
    ['**', 'wildcard contains a double star'],
    ['a\\b', 'invalid wildcard: invalid escape sequence'],
    ['a\\', 'invalid wildcard: invalid escape sequence'],
  ])('%j is refused', (pattern, fault) => {
    expect(compileWildcard(pattern, false)).toBe(fault);
  });

  it.each([
    ['*', 'abc', ['abc']],
    ['/*/*', '/a/b/c', ['a', 'b/c']],
    ['*-*-*', 'a-b-c-d', ['a', 'b', 'c-d']],
    ['a*', 'a', ['']],
    ['plain', 'plain', []],
  ])('%j on %j captures the shortest parts', (pattern, value, expected) => {
    const ends = captureWildcard(compiled(pattern), value) ?? [];
    const parts = expected.map((_, index) => value.slice(ends[index * 2], ends[index * 2 + 1]));
    expect([parts, ends.length]).toEqual([expected, expected.length * 2]);
  });

  it.each(['*a*a*a*a*b', '*aaaaaaab*', '*aab*aab*aab', 'a*a*a*c*', '*aaaabaaaac*'])(
    '%j reads each byte of a hostile value at most twice',
    (pattern) => {
      for (const length of [1000, 2000, 4000]) {
        let reads = 0;
        const counted: ByteSource = {
          length,
          charCodeAt: (index) => {
            reads++;
            return index === length - 1 ? 120 : 97;
          },
        };
        matchesWildcard(compiled(pattern), counted);
        expect(reads).toBeLessThanOrEqual(2 * length);
      }
    },
  );
});
