import { describe, expect, it } from 'vitest';
import { urlPatterns } from './url-pattern.ts';

const fits = (pattern: string, url: string) => urlPatterns([pattern], 'allowRequestPattern')?.[0]?.test(url);

describe('urlPatterns', () => {
  it.each([
    ['bare, anywhere in the URL', '\\.css', 'https://a.test/x.css?y', true],
    ['bare, anchored', '^https://a\\.test/', 'https://b.test/https://a.test/', false],
    ['between slashes', '/^.*\\.(css)/', 'https://a.test/x.css', true],
    ['between slashes, of another case', '/\\.css$/', 'https://a.test/X.CSS', false],
    ['with a flag', '/\\.css$/i', 'https://a.test/X.CSS', true],
    ['with flags that change nothing', '/\\.css$/giu', 'https://a.test/X.CSS', true],
    ['that only begins with a slash', '/static', 'https://a.test/static/x', true],
    ['whose flags are none', '/static/xyz', 'https://a.test/static/xyz', true],
    ['of slashes alone', '//', 'https://a.test/', true],
  ])('reads a pattern %s', (_, pattern, url, expected) => {
    expect(fits(pattern, url)).toBe(expected);
  });

  it('gives the same answer each time, whatever its flags', () => {
    const [pattern] = urlPatterns(['/css/g'], 'rejectRequestPattern') ?? [];
    expect([pattern?.test('a.css'), pattern?.test('a.css')]).toEqual([true, true]);
  });

  it('takes no longer for a pattern that is written to take long', () => {
    const started = performance.now();
    expect(fits('^(a+)+$', `${'a'.repeat(5000)}!`)).toBe(false);
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it('has none where none were asked for', () => {
    expect(urlPatterns(undefined, 'allowRequestPattern')).toBeUndefined();
  });
});
