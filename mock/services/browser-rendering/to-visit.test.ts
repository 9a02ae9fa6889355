import { describe, expect, it } from 'vitest';
import { toVisit, urlPatterns } from './to-visit.ts';

const url = 'https://shop.test/';

describe('toVisit', () => {
  it.each([
    [
      { width: 0, height: 0 },
      { width: 1920, height: 1080, deviceScaleFactor: 1 },
    ],
    [
      { width: 400, height: 300, deviceScaleFactor: 0 },
      { width: 400, height: 300, deviceScaleFactor: 1 },
    ],
    [
      { width: 400, height: 300, deviceScaleFactor: 2, isMobile: true },
      { width: 400, height: 300, deviceScaleFactor: 2, isMobile: true },
    ],
  ])('shows %j in %j', (viewport, expected) => {
    expect(toVisit({ url, viewport }).viewport).toEqual(expected);
  });

  it('reads a limit of 0 as none, and as the maximum for the navigation', () => {
    const visit = toVisit({
      url,
      actionTimeout: 0,
      gotoOptions: { timeout: 0 },
      waitForSelector: { selector: 'h1', timeout: 0 },
    });
    expect(visit).toMatchObject({
      actionMs: undefined,
      navigationMs: 60_000,
      waitForSelector: { selector: 'h1', timeoutMs: undefined },
    });
  });
});

const fits = (pattern: string, url: string) => urlPatterns([pattern], 'allowRequestPattern')?.[0]?.test(url);

describe('urlPatterns', () => {
  it.each([
    ['bare, anywhere in the URL', '\\.css', 'https://a.test/x.css?y', true],
    ['bare, anchored', '^https://a\\.test/', 'https://b.test/https://a.test/', false],
    ['between slashes', '/^.*\\.(css)/', 'https://a.test/x.css', true],
    ['between slashes, case-insensitive', '/\\.css$/', 'https://a.test/X.CSS', false],
    ['with a flag', '/\\.css$/i', 'https://a.test/X.CSS', true],
    ['with flags that change nothing', '/\\.css$/giu', 'https://a.test/X.CSS', true],
    ['that only starts with a slash', '/static', 'https://a.test/static/x', true],
    ['with invalid flags', '/static/xyz', 'https://a.test/static/xyz', true],
    ['of slashes alone', '//', 'https://a.test/', true],
  ])('reads a pattern %s', (_, pattern, url, expected) => {
    expect(fits(pattern, url)).toBe(expected);
  });

  it('gives the same result each time, whatever its flags', () => {
    const [pattern] = urlPatterns(['/css/g'], 'rejectRequestPattern') ?? [];
    expect([pattern?.test('a.css'), pattern?.test('a.css')]).toEqual([true, true]);
  });

  it('takes linear time for a pathological pattern', () => {
    const started = performance.now();
    expect(fits('^(a+)+$', `${'a'.repeat(5000)}!`)).toBe(false);
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
