import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  htmlText,
  imageText,
  isSimpleText,
  lastAddress,
  linkTarget,
  pageAddress,
  resolveReference,
  writeSimpleTarget,
  writeSimpleTitle,
} from './destinations.ts';
import { Output } from './output.ts';
import { escaped } from './testing/arbitraries.ts';
import { getAttributes, getText, toBytes } from './testing/to-bytes.ts';

const piece = fc.constantFrom(
  ...'a b.c ../ ./ .. . / // ? # : https: - & &copy &lt; ; é'.split(' '),
  ...['(', ')', ' ', '<', '>', '\\', '|', '"', '*', '_', '[', ']', '`', '~', '%20', '\n', '  '],
);
const written = fc.array(piece, { maxLength: 7 }).map((pieces) => pieces.join(''));
const pages = fc.constantFrom(
  undefined,
  'https://h.example/a/b/c?d',
  'https://h.example',
  'https://h.example/',
);

function attribute(name: string, value: string) {
  const attributes = getAttributes(` ${name}="${escaped(value)}"`);
  attributes.find(name);
  return attributes;
}

describe('the fast path for targets', () => {
  it('writes what the slow path does, or nothing', () => {
    fc.assert(
      fc.property(written, pages, (reference, url) => {
        const page = url === undefined ? undefined : pageAddress(url);
        const output = new Output();
        const isSimple = writeSimpleTarget(output, attribute('href', reference), page);
        const long = linkTarget(resolveReference(reference, page), undefined);
        expect(getText(output.bytes, 0, output.length)).toBe(isSimple ? long : '');
      }),
      { numRuns: 3000 },
    );
  });

  it('writes titles as the slow path does, or nothing', () => {
    fc.assert(
      fc.property(written, (title) => {
        const output = new Output();
        const isSimple = writeSimpleTitle(output, attribute('title', title));
        const long = linkTarget('x', title).slice(1);
        expect(getText(output.bytes, 0, output.length)).toBe(isSimple ? long : '');
      }),
      { numRuns: 1000 },
    );
  });

  it('accepts only image texts that need no escape', () => {
    fc.assert(
      fc.property(written, (alt) => {
        if (isSimpleText(attribute('alt', alt))) expect(imageText(alt)).toBe(alt);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    { reference: '/a/b?c=d&amp;e=1#f', target: 'https://h.example/a/b?c=d&e=1#f' },
    { reference: 'a.html', target: 'https://h.example/x/y/a.html' },
    { reference: '../../../a', target: 'https://h.example/a' },
    { reference: '//o.example/a', target: 'https://o.example/a' },
    { reference: 'https://o.example/a', target: 'https://o.example/a' },
    { reference: '#a', target: '#a' },
  ])('handles $reference', ({ reference, target }) => {
    const attributes = getAttributes(` href="${reference}"`);
    attributes.find('href');
    const output = new Output();
    expect(writeSimpleTarget(output, attributes, pageAddress('https://h.example/x/y/z'))).toBe(true);
    expect(getText(output.bytes, 0, output.length)).toBe(target);
  });
});

const page = 'https://h.example:8080/a/b/page.html?q=1';

describe('resolveReference', () => {
  it.each([
    { reference: 'c', url: 'https://h.example:8080/a/b/c' },
    { reference: '../c/', url: 'https://h.example:8080/a/c/' },
    { reference: '../../../../c', url: 'https://h.example:8080/c' },
    { reference: './', url: 'https://h.example:8080/a/b/' },
    { reference: '..', url: 'https://h.example:8080/a/' },
    { reference: '/c', url: 'https://h.example:8080/c' },
    { reference: '/c/../d', url: 'https://h.example:8080/d' },
    { reference: '//other.example/c', url: 'https://other.example/c' },
    { reference: '?x=y', url: 'https://h.example:8080/a/b/page.html?x=y' },
    { reference: 'c?x=/../y', url: 'https://h.example:8080/a/b/c?x=/../y' },
    { reference: 'c#d', url: 'https://h.example:8080/a/b/c#d' },
    { reference: '', url: 'https://h.example:8080/a/b/page.html?q=1' },
    { reference: '#top', url: '#top' },
    { reference: 'mailto:a@b.c', url: 'mailto:a@b.c' },
    { reference: 'HTTP://Other.example/%7e', url: 'HTTP://Other.example/%7e' },
    { reference: 'javascript:void(0)', url: 'javascript:void(0)' },
    { reference: ' c\n/d ', url: 'https://h.example:8080/a/b/c/d' },
    { reference: 'ö b', url: 'https://h.example:8080/a/b/ö b' },
    { reference: 'c:d/e', url: 'c:d/e' },
    { reference: './c:d', url: 'https://h.example:8080/a/b/c:d' },
  ])('resolves `$reference` to $url', ({ reference, url }) => {
    expect(resolveReference(reference, pageAddress(page))).toBe(url);
  });

  it.each([
    { base: 'https://h/a/b/', reference: '../c/', url: 'https://h/a/c/' },
    { base: 'https://h', reference: 'c', url: 'https://h/c' },
    { base: 'https://h?q', reference: '../c', url: 'https://h/c' },
    { base: 'https://h/a/b#f', reference: 'c', url: 'https://h/a/c' },
  ])('resolves `$reference` against $base to $url', ({ base, reference, url }) => {
    expect(resolveReference(reference, pageAddress(base))).toBe(url);
  });

  it("leaves references unchanged without the page's address", () => {
    expect(resolveReference('../c', undefined)).toBe('../c');
  });

  it('resolves as a browser does', () => {
    const piece = fc.constantFrom(
      'a',
      'b.c',
      '.',
      '..',
      '...',
      '/',
      '//',
      '?',
      '#',
      ':',
      '-',
      '@',
      '1',
      'x:',
    );
    const reference = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
    const bases = fc.constantFrom(
      page,
      'https://h.example/',
      'https://h.example/a/',
      'https://h.example/a?b/c',
    );
    fc.assert(
      fc.property(reference, bases, (written, base) => {
        // Some authorities are invalid, and references with a scheme are not resolved.
        fc.pre(URL.canParse(written, base) && !/^(?:\/\/|[a-z][a-z0-9+.-]*:)/.test(written));
        const resolved = resolveReference(written, pageAddress(base));
        expect(new URL(resolved, base).href).toBe(new URL(written, base).href);
        if (!written.startsWith('#')) expect(resolved).toMatch(/^https:/);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('pageAddress', () => {
  it.each(['/a/b', 'mailto:a@b.c', 'about:blank', ''])('rejects `%s`', (url) => {
    expect(pageAddress(url)).toBeUndefined();
  });
});

describe('linkTarget', () => {
  it.each([
    { url: '/a', title: undefined, target: '/a' },
    { url: '/a', title: '', target: '/a' },
    { url: '/a', title: 'b', target: '/a "b"' },
    { url: '', title: undefined, target: '' },
    { url: '', title: 'b', target: '<> "b"' },
    { url: '/a b', title: undefined, target: '</a b>' },
    { url: '/a(b', title: undefined, target: '</a(b>' },
    { url: '/a<b>', title: undefined, target: '</a\\<b\\>>' },
    { url: 'a\\b', title: undefined, target: '<a\\\\b>' },
    { url: '?a&copy;', title: undefined, target: '?a\\&copy;' },
    { url: '?a&b', title: undefined, target: '?a&b' },
    { url: '/ö*_~', title: undefined, target: '/ö*_~' },
    { url: '/a', title: 'say "b"', target: '/a "say \\"b\\""' },
    { url: '/a', title: 'a\\b', target: '/a "a\\\\b"' },
    { url: '/a', title: 'a\n\n# b', target: '/a "a&#10;&#10;# b"' },
    { url: '/a', title: '&amp;', target: '/a "\\&amp;"' },
  ])('writes $url titled $title as $target', ({ url, title, target }) => {
    expect(linkTarget(url, title)).toBe(target);
  });
});

describe('imageText', () => {
  it.each([
    { alt: 'plain', text: 'plain' },
    { alt: 'two\n lines', text: 'two lines' },
    { alt: '*a* [b](c) `d` ~e~ _f_ \\', text: '\\*a\\* \\[b\\](c) \\`d\\` \\~e\\~ \\_f\\_ \\\\' },
    { alt: '<b> 1 < 2', text: '\\<b> 1 < 2' },
    { alt: '&lt; & x', text: '\\&lt; & x' },
  ])('writes `$alt` as `$text`', ({ alt, text }) => {
    expect(imageText(alt)).toBe(text);
  });
});

describe('htmlText', () => {
  it('escapes text, also for attributes', () => {
    expect(htmlText('a & b < "c"\nd')).toBe('a &amp; b &lt; &quot;c&quot; d');
  });
});

describe('a bare address at the end of a text', () => {
  it.each([
    ['www.a', 3],
    ['see www.a', 7],
    ['(WWW.a', 4],
    ['http://h/a', 5],
    ['see *HTTPS://h/a', 11],
    ['ftp://', 4],
    ['http://h/www.a', 5],
    ['http://h(http://h', 14],
    ['http://h a', -1],
    ['http://h<a', -1],
    ['irc://h', -1],
    ['xhttp://h', -1],
    ['//a', -1],
    ['awww.a', -1],
    ['ww.a', -1],
    ['a', -1],
    ['', -1],
  ])('in %j would be broken at %j', (text, place) => {
    const bytes = toBytes(`:${text}`);
    expect(lastAddress(bytes, 1, bytes.length)).toBe(place === -1 ? -1 : place + 1);
  });

  it.each(['http://h', 'www.h'])('is none if the bytes before it are unknown: `%s`', (text) => {
    expect(lastAddress(toBytes(text), -1, text.length)).toBe(-1);
  });
});
