import { describe, expect, it } from 'vitest';
import { compileRegex, type Regex } from './regex.ts';

function compiled(pattern: string): Regex {
  const regex = compileRegex(pattern);
  if (typeof regex === 'string') throw new Error(regex);
  return regex;
}

describe('a regular expression', () => {
  it.each([
    ['b', 'abc', true],
    ['^b', 'abc', false],
    ['^/api/v[0-9]+/', '/api/v12/x', true],
    ['(?i)ABC', 'xabcx', true],
    ['a.c', 'a\nc', false],
    ['(?s)a.c', 'a\nc', true],
    ['^.$', '😀', true],
    ['\\p{Greek}', 'λ', true],
    ['(?u)\\p{Hangul}+', '한', true],
    ['(?iu)É', 'é', true],
    ['(?u:a)b', 'ab', true],
    ['(?iu-s:A.)b', 'axb', true],
    ['[]x]', ']', true],
    ['[^]x]', ']', false],
    ['[[:alpha:]]', 'q', true],
    ['\\[&&', '[&&', true],
    ['\\(?u\\)', 'u)', true],
    ['(?P<name>a)', 'a', true],
  ])('%j on %j is %j', (pattern, text, expected) => {
    expect(compiled(pattern).engine.test(text)).toBe(expected);
  });

  it.each([
    ['(', /missing closing \)/],
    ['[a', /missing closing \]/],
    ['a**', /repetition/],
    ['a(?=b)', /invalid or unsupported Perl syntax/],
    ['(?<=a)b', /invalid named capture/],
    ['(a)\\1', /invalid escape sequence/],
    ['[a-z&&[aeiou]]', /class operator && is not supported/],
    ['[a-z--c]', /class operator -- is not supported/],
    ['[x[yz]]', /class within a class is not supported/],
    ['a{2000}', /^Compiled regex exceeds size limit of 10485760 bytes\.$/],
    ['(a{500}b){10}', /^Compiled regex exceeds size limit of 10485760 bytes\.$/],
    ['a{1000}'.repeat(12), /^Compiled regex exceeds size limit of 10485760 bytes\.$/],
  ])('%j is refused', (pattern, fault) => {
    expect(compileRegex(pattern)).toMatch(fault);
  });

  it.each(['(a*)*b', '^(a+)+$', '(a|a)*c', '(x+x+)+y', '.*.*.*=.*', '(.*)(.*)(.*)[0-9]$', '(a?){50}a{50}$'])(
    '%s, catastrophic for backtracking engines, reads each byte of the input once',
    (pattern) => {
      const { engine } = compiled(pattern);
      for (const length of [1000, 2000, 4000]) {
        let reads = 0;
        const counted = new Proxy(new Array<number>(length).fill(97), {
          get: (bytes, name, receiver) => {
            if (typeof name === 'string' && /^[0-9]+$/.test(name)) reads++;
            return Reflect.get(bytes, name, receiver);
          },
        });
        engine.test(counted);
        expect(reads).toBeGreaterThan(0);
        expect(reads).toBeLessThanOrEqual(length + 8);
      }
    },
  );
});
