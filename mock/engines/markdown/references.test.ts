import { createDocument } from '@mixmark-io/domino';
import { decodeHTML } from 'entities/decode';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frequentReference, looksLikeReference, References } from './references.ts';
import { toBytes } from './testing/to-bytes.ts';

function read(text: string): { readonly text: string | undefined; readonly rest: string } {
  const references = new References();
  const bytes = toBytes(text);
  const found = references.read(bytes, 0, bytes.length);
  return { text: found, rest: found === undefined ? text : text.slice(references.end) };
}

describe('References', () => {
  it.each([
    { written: '&amp;x', text: '&', rest: 'x' },
    { written: '&lt;&gt;', text: '<', rest: '&gt;' },
    { written: '&#60;', text: '<', rest: '' },
    { written: '&#x3C;', text: '<', rest: '' },
    { written: '&#X3c', text: '<', rest: '' },
    { written: '&nbsp;', text: '\u00a0', rest: '' },
    { written: '&CounterClockwiseContourIntegral;', text: '∳', rest: '' },
    { written: '&#x1F600;', text: '😀', rest: '' },
    { written: '&#x80;', text: '€', rest: '' },
    { written: '&#0;', text: '\ufffd', rest: '' },
    { written: '&#xD800;', text: '\ufffd', rest: '' },
    { written: '&#x110000;', text: '\ufffd', rest: '' },
    { written: '&ngE;', text: '≧̸', rest: '' },
    { written: '&', text: undefined, rest: '&' },
    { written: '& x', text: undefined, rest: '& x' },
    { written: '&#;', text: undefined, rest: '&#;' },
    { written: '&nosuch;', text: undefined, rest: '&nosuch;' },
  ])('reads $written', ({ written, text, rest }) => {
    expect(read(written)).toEqual({ text, rest });
  });

  it('reads no further than the limit', () => {
    const references = new References();
    expect(references.read(toBytes('&amp;'), 0, 3)).toBeUndefined();
  });

  it('reads any reference that ends in a semicolon as a browser does', () => {
    const name = fc.oneof(
      fc.constantFrom(
        'amp',
        'notin',
        'notit',
        'rarr',
        'AMP',
        'copy',
        'Sigma',
        'fjlig',
        'x',
        '#39',
        '#x2F',
        '#160',
      ),
      fc.integer({ min: 1, max: 0x11_0000 }).map((code) => `#${code}`),
      fc.integer({ min: 1, max: 0x11_0000 }).map((code) => `#x${code.toString(16)}`),
    );
    fc.assert(
      fc.property(name, (named) => {
        const html = `&${named};`;
        const seen = createDocument(`<body>x${html}`).body.textContent?.slice(1);
        const { text, rest } = read(html);
        expect((text ?? '') + rest).toBe(seen);
      }),
      { numRuns: 500 },
    );
  });
});

describe('looksLikeReference', () => {
  it.each([
    { behind: 'amp;', looks: true },
    { behind: '#38;', looks: true },
    { behind: '#x26;', looks: true },
    { behind: 'amp', looks: false },
    { behind: ' amp;', looks: false },
    { behind: ';', looks: false },
    { behind: 'nosuch;', looks: false },
    { behind: '', looks: false },
  ])('treats an ampersand before `$behind` as one: $looks', ({ behind, looks }) => {
    const bytes = toBytes(behind);
    expect(looksLikeReference(bytes, 0, bytes.length)).toBe(looks);
  });
});

function readFrequent(name: string): string | undefined {
  const bytes = toBytes(`&${name};`);
  return frequentReference(bytes, 1, bytes.length - 1);
}

describe('frequentReference', () => {
  it.each('amp lt gt quot apos nbsp mdash hellip copy euro #39 #x27 #8217'.split(' '))(
    'decodes &%s; as the whole table does',
    (name) => {
      expect(readFrequent(name)).toBe(decodeHTML(`&${name};`));
    },
  );

  it.each(['am', 'ampx', 'AMP', 'Amp', 'x', '#40', '#3', 'nosuch', ''])('knows no &%s;', (name) => {
    expect(readFrequent(name)).toBeUndefined();
  });

  it('decodes nothing differently from the whole table', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'ampltgquonbs#x1236789'.split('')), maxLength: 6 });
    fc.assert(
      fc.property(letters, (name) => {
        const text = readFrequent(name);
        if (text !== undefined) expect(text).toBe(decodeHTML(`&${name};`));
      }),
      { numRuns: 1000 },
    );
  });
});
