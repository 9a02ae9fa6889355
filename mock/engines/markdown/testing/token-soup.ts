import fc, { type Arbitrary } from 'fast-check';
import { elements } from '../elements.ts';
import { textPiece } from './arbitraries.ts';

const strangers = 'span x-y tbody col colgroup input label button wbr font A1'.split(' ');
const name = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...elements.map((element) => element.name)) },
  { weight: 1, arbitrary: fc.constantFrom(...strangers) },
);

const value = fc.oneof(
  fc.constantFrom('', 'x', '2', '0', '-1', '99999999999', 'language-js', 'application/ld+json', 'og:title'),
  fc.constantFrom(
    '../a b',
    '//h/x',
    '#f',
    '?q',
    'text-align: center',
    'title',
    'a|b',
    'a\nb',
    '&#x41;&lt;',
    '<p>',
  ),
  fc.string({ maxLength: 5 }),
);
const attributeName = fc.constantFrom(
  ...'href src alt title class start colspan rowspan align style type name'.split(' '),
  ...['property', 'content', 'charset', 'value', 'checked', 'HREF', 'x', '"', '='],
);
const attribute = fc
  .tuple(attributeName, value, fc.constantFrom('"', "'", '', ' = "'))
  .map(
    ([name, value, mark]) =>
      ` ${name}${mark.startsWith(' ') ? mark : `=${mark}`}${value}${mark.trim().at(-1) ?? ''}`,
  );

const startTag = fc
  .tuple(name, fc.array(attribute, { maxLength: 3 }), fc.constantFrom('>', '>', '>', ' />', '/>', ''))
  .map(([called, attributes, end]) => `<${called}${attributes.join('')}${end}`);
const endTag = fc
  .tuple(name, fc.constantFrom('>', '>', '>', ' x>', ''))
  .map(([called, end]) => `</${called}${end}`);

const oddMarkup = fc.constantFrom(
  ...[
    '<!-- c -->',
    '<!--',
    '-->',
    '<!-->',
    '<!--->',
    '--!>',
    '<!doctype html>',
    '<![CDATA[x]]>',
    '<?php x ?>',
  ],
  ...['<', '</', '<!', '</ >', '<>', '&', '&#', '&#x', '&#0;', '&#xD800;', '&#x110000;', '&notin', '&notit;'],
  ...['&nbsp;', '&NewLine;', '&Tab;', '&fjlig;', '\0', '\r\n', '\f', '\u000b', '\ufeff', '\ud800', '\u2028'],
  ...['http://x.example/', 'https:', '//', 'www.x'],
  ...['<script>', '</script >', '<style>', '</STYLE>', '<textarea>', '</textarea', '"', "'", '=', '/>'],
);

/** Malformed HTML: tags of all kinds in any order, many truncated or misplaced. */
const tokenSoup: Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: startTag },
      { weight: 4, arbitrary: endTag },
      { weight: 4, arbitrary: textPiece },
      { weight: 2, arbitrary: oddMarkup },
    ),
    { maxLength: 40 },
  )
  .map((tokens) => tokens.join(''));

/** Bytes that may be HTML: token soup in UTF-8, sometimes mixed with other bytes, or other bytes only. */
export const soupBytes: Arbitrary<Uint8Array> = fc.oneof(
  { weight: 4, arbitrary: tokenSoup.map((html) => new TextEncoder().encode(html)) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(tokenSoup, fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 8 }))
      .map(([html, changes]) => {
        const bytes = new TextEncoder().encode(html);
        for (const [at, byte] of changes) if (bytes.length > 0) bytes[at % bytes.length] = byte;
        return bytes;
      }),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
);

/** Prefixes of the soup, with lengths around which the converter's behavior changes. */
export const soupPrefix: Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('<meta charset="shift_jis">', '<meta charset=gbk>', '<pre>', '<table>'),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.constantFrom('x', 'x ', ' ', 'é', '😀', '&amp;', '&#x1F600;', '`', '<p>x'),
        fc.integer({ min: -9, max: 9 }),
      )
      .chain(([piece, more]) =>
        fc.constantFrom(1024, 8192, 8232, 16_384).map((size) => {
          const text = piece.repeat(Math.ceil((size + 9) / piece.length));
          return text.slice(0, size + more);
        }),
      ),
  },
);
