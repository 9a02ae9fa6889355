import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { imageText, linkTarget, pageAddress, resolveReference } from './destinations.ts';
import { Output } from './output.ts';
import { isSimpleText, writeSimpleTarget, writeSimpleTitle } from './simple-target.ts';
import { attributesOf } from './testing/attributes-of.ts';
import { textOf } from './testing/bytes-of.ts';
import { escaped } from './testing/inline-arbitrary.ts';

const piece = fc.constantFrom(
  ...[
    'a',
    'b.c',
    '../',
    './',
    '..',
    '.',
    '/',
    '//',
    '?',
    '#',
    ':',
    'https:',
    '-',
    '&',
    '&copy',
    '&lt;',
    ';',
    'é',
  ],
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
  const attributes = attributesOf(` ${name}="${escaped(value)}"`);
  attributes.find(name);
  return attributes;
}

describe('the short way to write targets', () => {
  it('writes what the long way does, or nothing', () => {
    fc.assert(
      fc.property(written, pages, (reference, url) => {
        const page = url === undefined ? undefined : pageAddress(url);
        const output = new Output();
        const isSimple = writeSimpleTarget(output, attribute('href', reference), page);
        const long = linkTarget(resolveReference(reference, page), undefined);
        expect(textOf(output.bytes, 0, output.length)).toBe(isSimple ? long : '');
      }),
      { numRuns: 3000 },
    );
  });

  it('writes titles as the long way does, or nothing', () => {
    fc.assert(
      fc.property(written, (title) => {
        const output = new Output();
        const isSimple = writeSimpleTitle(output, attribute('title', title));
        const long = linkTarget('x', title).slice(1);
        expect(textOf(output.bytes, 0, output.length)).toBe(isSimple ? long : '');
      }),
      { numRuns: 1000 },
    );
  });

  it('takes for simple only image texts that need no change', () => {
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
  ])('is enough for $reference', ({ reference, target }) => {
    const attributes = attributesOf(` href="${reference}"`);
    attributes.find('href');
    const output = new Output();
    expect(writeSimpleTarget(output, attributes, pageAddress('https://h.example/x/y/z'))).toBe(true);
    expect(textOf(output.bytes, 0, output.length)).toBe(target);
  });
});
