import { describe, expect, it } from 'vitest';
import { edgeLimits } from '../../../spec/limits.ts';
import { asForPage, negotiate, parseAccept, preferenceFor } from './negotiate.ts';

describe('negotiate', () => {
  it.each([
    // Listed: seed inference-and-conversion, What the service does.
    ['text/markdown', true, 'seed'],
    ['text/html, text/markdown', true, 'seed'],
    ['text/markdown, text/html, */*', true, 'seed'],
    ['application/json, text/markdown;q=0.2', true, 'seed'],
    ['text/markdown;q=0.001', true, 'seed'],
    // With other parameters, which no source mentions.
    ['text/markdown;charset=utf-8', true, 'inferred'],
    ['text/markdown;variant=GFM;q=0.9', true, 'inferred'],
    // Weighted lower than HTML, refused, or with an invalid weight.
    ['text/html, text/markdown;q=0.9', false, 'inferred'],
    ['*/*, text/markdown;q=0.9', false, 'inferred'],
    ['text/*, text/markdown;q=0.9', false, 'inferred'],
    ['text/markdown;q=high', false, 'inferred'],
    ['text/markdown-x', false, 'inferred'],
    // Not listed.
    [null, false, 'seed'],
    ['text / markdown', false, 'seed'],
  ])('of %j prefers Markdown: %s (%s)', (accept, markdown, basis) => {
    expect(negotiate(accept)).toMatchObject({ markdown, basis });
  });

  it.each([
    ['text/markdown', false],
    ['text/markdown, text/html;q=0.1', true],
    ['text/markdown, text/html;q=0', false],
    ['text/markdown, text/*;q=0.1', true],
    ['text/markdown, */*;q=0.1', true],
    ['text/markdown, */*;q=0', false],
    ['text/markdown, */*, text/html;q=0', false],
    ['text/html', true],
    [null, true],
  ])('of %j allows HTML: %s', (accept, allowed) => {
    expect(negotiate(accept).allows('text/html')).toBe(allowed);
  });
});

describe('parseAccept', () => {
  it('returns the ranges in order, in lower case, with their weights', () => {
    expect(parseAccept('Text/Markdown, text/*;Q=0.5 , */*;level=1;q=0')).toEqual([
      { range: 'text/markdown', weight: 1, parameters: false },
      { range: 'text/*', weight: 0.5, parameters: false },
      { range: '*/*', weight: 0, parameters: true },
    ]);
  });

  it.each([
    ['1', 1],
    ['1.000', 1],
    ['0', 0],
    ['0.000', 0],
    ['0.123', 0.123],
    ['0.12345', 0.12345],
    ['.5', 0.5],
    ['1.', 1],
    ['7', 1],
    ['"0.5"', 0.5],
  ])('reads the weight %s as %d', (q, weight) => {
    expect(parseAccept(`text/html;q=${q}`)).toMatchObject([{ weight }]);
  });

  it.each(['', 'high', '-1', '1e0', '0x1', 'NaN', '.', '0.5.5'])(
    'drops a range with the weight %j, and keeps the others',
    (q) => {
      expect(parseAccept(`text/html;q=${q}, text/plain`).map(({ range }) => range)).toContain('text/plain');
      expect(parseAccept(`text/plain, text/html;q=${q}`).map(({ range }) => range)).not.toContain(
        'text/html',
      );
    },
  );

  it.each(['', ',', ' , ;', 'markdown', 'text', 'text/', '/html', 'a b/c', ';q=1', 'text/html/x'])(
    'finds no range in %j',
    (accept) => {
      expect(parseAccept(accept)).toEqual([]);
    },
  );

  it('reads a lone star as everything', () => {
    expect(parseAccept('text/html, *; q=.2')[1]).toEqual({ range: '*/*', weight: 0.2, parameters: false });
  });

  it('reads no weight and no range inside quotes', () => {
    expect(parseAccept('text/html;x="a;q=0, text/plain";q=0.3')).toEqual([
      { range: 'text/html', weight: 0.3, parameters: true },
    ]);
  });

  it('reads a limited number of ranges', () => {
    const many = Array.from({ length: edgeLimits.mediaRanges }, (_, index) => `a/${index}`);
    expect(parseAccept([...many, 'text/html'].join()).length).toBe(edgeLimits.mediaRanges);
    expect(preferenceFor(parseAccept([...many, 'text/html'].join()), 'text/html')).toBeUndefined();
    expect(preferenceFor(parseAccept(['text/html', ...many].join()), 'text/html')).toBeDefined();
  });
});

describe('preferenceFor', () => {
  it.each([
    ['text/html', 1],
    ['text/*;q=0.5', 0.5],
    ['*/*;q=0.1', 0.1],
    ['*/*, text/*;q=0.5, text/html;q=0.2', 0.2],
    ['text/html;q=0, */*', 0],
    ['text/html;q=0.2, text/html;level=1;q=0.7', 0.7],
    ['application/*', undefined],
    ['text/plain', undefined],
  ])('of %s for HTML has the weight %s', (accept, weight) => {
    expect(preferenceFor(parseAccept(accept), 'text/html')?.weight).toBe(weight);
  });

  it('says which range matched, and whether it names the full type', () => {
    const ranges = parseAccept('a/b, text/*, c/d');
    expect(preferenceFor(ranges, 'text/html')).toEqual({ weight: 1, place: 1, named: false });
    expect(preferenceFor(ranges, 'c/d')).toEqual({ weight: 1, place: 2, named: true });
  });
});

describe('asForPage', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'gzip, deflate, br, zstd'],
    ['gzip;q=0.5, dcb,*;q=0.1, BR;q=0', 'gzip;q=0.5, BR;q=0'],
    ['identity;q=0, x-gzip', 'identity;q=0, x-gzip'],
    ['compress', 'identity'],
    ['*', 'identity'],
    ['', 'identity'],
  ])('makes the codings %j %j', (asked, sent) => {
    const headers = new Headers({ 'accept-encoding': asked });
    asForPage(headers);
    expect(headers.get('accept-encoding')).toBe(sent);
  });
});
