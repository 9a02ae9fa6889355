import { tests as examples } from 'commonmark-spec';
import fc, { type Arbitrary } from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { toMarkdown } from './converter.ts';
import { addressesArbitrary, documentArbitrary, escaped, inlineArbitrary } from './testing/arbitraries.ts';
import {
  commonmarkHtml,
  commonmarkOutline,
  gfmHtml,
  htmlOutline,
  micromarkOutline,
  seenText,
} from './testing/outlines.ts';
import { convertInChunks } from './testing/to-bytes.ts';
import { soupBytes, soupPrefix } from './testing/token-soup.ts';
import { getShownWords, pageOfWords, toWords } from './testing/words.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const options = fc.record(
  {
    charset: fc.constantFrom(
      'utf-8',
      'windows-1252',
      'shift_jis',
      'gb18030',
      'utf-16le',
      'iso-2022-jp',
      'none',
    ),
    url: fc.constantFrom('https://example.com/a/b?c', 'https://example.com', 'mailto:a@b.c', ''),
  },
  { requiredKeys: [] },
);
const byteOrderMark = fc.constantFrom([], [], [], [0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff]);

/** Bytes of a page, after enough others that none waits for the encoding to be known. */
const pageBytes = fc
  .tuple(byteOrderMark, soupPrefix, soupBytes)
  .map(([mark, prefix, soup]) =>
    Uint8Array.from([...mark, ...new TextEncoder().encode(`<!--${'x'.repeat(1017)}-->${prefix}`), ...soup]),
  );

/** Thousands of pages are converted and read, possibly on a busy machine. */
const patience = 30_000;

describe('any bytes', () => {
  it('yield the same UTF-8 in one piece, in any pieces, and byte by byte', { timeout: patience }, () => {
    fc.assert(
      fc.property(pageBytes, fc.array(fc.nat(1200), { maxLength: 20 }), options, (html, cuts, given) => {
        const whole = utf8.decode(convertInChunks(html, [], given));
        expect(toMarkdown(html, given)).toBe(whole);
        const behindMark = cuts.map((cut) => cut + 1020);
        expect(utf8.decode(convertInChunks(html, behindMark, given))).toBe(whole);
        expect(utf8.decode(convertInChunks(html, [...html.keys()], given))).toBe(whole);
      }),
      { numRuns: 150 },
    );
  });

  it('are read the same before and after the encoding is known', { timeout: patience }, () => {
    fc.assert(
      fc.property(soupBytes, fc.array(fc.nat(300), { maxLength: 9 }), options, (html, cuts, given) => {
        expect(utf8.decode(convertInChunks(html, cuts, given))).toBe(toMarkdown(html, given));
      }),
      { numRuns: 500 },
    );
  });
});

describe('a generated page', () => {
  it('keeps every visible word, in order, as text and to a reader, and no stripped one', {
    timeout: patience,
  }, () => {
    fc.assert(
      fc.property(pageOfWords, ({ html, words }) => {
        const markdown = toMarkdown(html);
        expect(toWords(markdown)).toEqual(words);
        expect(getShownWords(markdown)).toEqual(words);
      }),
      { numRuns: 120 },
    );
  });

  it('reads back as the same text with the same marks in two CommonMark readers', {
    timeout: patience,
  }, () => {
    const paragraph = inlineArbitrary(3).map((text) => `<p>${text}</p>`);
    fc.assert(
      fc.property(paragraph, (html) => {
        const markdown = toMarkdown(html);
        expect(commonmarkOutline(markdown)).toBe(htmlOutline(html));
        expect(micromarkOutline(markdown)).toBe(htmlOutline(html));
      }),
      { numRuns: 400 },
    );
  });

  it('reads back as the same blocks in a CommonMark reader', { timeout: patience }, () => {
    fc.assert(
      fc.property(documentArbitrary, (html) => {
        expect(commonmarkOutline(toMarkdown(html))).toBe(htmlOutline(html));
      }),
      { numRuns: 200 },
    );
  });
});

const holders: Readonly<Record<string, (content: string) => string>> = {
  p: (content) => `<p>${content}</p>`,
  summary: (content) => `<details><summary>${content}</summary><p>text</p></details>`,
  td: (content) => `<table><tr><th>head</th></tr><tr><td>${content}</td></tr></table>`,
  li: (content) => `<ul><li>${content}</li><li>text</li></ul>`,
  dt: (content) => `<dl><dt>${content}</dt><dd>text</dd></dl>`,
};

/** Examples without elements of their own; of 25, one reader trims the no-break space at the start. */
const withoutTags = examples.filter(
  ({ section, number, html }) => !/HTML/.test(section) && !/<(?:bar|foo|b\))/.test(html) && number !== 25,
);

/** What a reader sees in its place of a page, unless that is what the page shows. */
function getMistake(page: string): string | undefined {
  const markdown = toMarkdown(page);
  const readers = /<table|<del/.test(page) ? [gfmHtml] : [gfmHtml, commonmarkHtml];
  return readers.map((read) => seenText(read(markdown))).find((seen) => seen !== seenText(page));
}

describe.each(Object.keys(holders))('in `%s`, two readers see the same text, links and marks', (name) => {
  const hold = holders[name] ?? String;
  const sameText = (content: Arbitrary<string>): void =>
    fc.assert(
      fc.property(content, (html) => {
        expect(getMistake(hold(html)) ?? seenText(hold(html))).toBe(seenText(hold(html)));
      }),
      { numRuns: 400 },
    );

  it('as the HTML of the CommonMark examples has', { timeout: patience }, () => {
    const missed = withoutTags.filter(({ html }) => getMistake(hold(html)) !== undefined);
    expect(missed.map(({ number, html }) => [number, html])).toEqual([]);
  });

  it('as generated HTML has', { timeout: patience }, () => {
    sameText(inlineArbitrary(2));
  });

  it('as generated HTML with addresses in its text has', { timeout: patience }, () => {
    sameText(addressesArbitrary);
  });
});

/** Strings that an attribute can hold: HTML has no NUL, and UTF-8 no lone surrogate. */
const attributeText = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom(
      'true',
      'null',
      '0x1F',
      '1e3',
      '2026-01-01',
      '~',
      '- a',
      'a: b',
      'a #b',
      "'",
      '"',
      '\\',
      '---',
    ),
    fc
      .array(fc.constantFrom(...' \n\t\r:#-?,[]{}&*!|>\'"%@`~=<.\\0a\u0085\u2028\ufeff'.split('')), {
        maxLength: 8,
      })
      .map((characters) => characters.join('')),
  )
  .map((text) => text.toWellFormed().replaceAll('\0', ''));

describe('metadata', () => {
  it('reads back from the frontmatter as the same strings', { timeout: patience }, () => {
    const fields = fc.record({ title: attributeText, description: attributeText, 'og:image': attributeText });
    fc.assert(
      fc.property(fields, (metadata) => {
        const tags = Object.entries(metadata).map(([field, value]) => {
          const kind = field.startsWith('og:') ? 'property' : 'name';
          return `<meta ${kind}="${field}" content="${escaped(value).replaceAll('\r', '&#13;')}">`;
        });
        const [, yaml] = /^---\n([\s\S]*?\n)---\n/.exec(toMarkdown(tags.join(''))) ?? [];
        const image = metadata['og:image'];
        const given = Object.entries({ title: metadata.title, description: metadata.description, image });
        const expected = Object.fromEntries(given.filter(([, value]) => value.trim() !== ''));
        expect(yaml === undefined ? {} : parse(yaml, { version: '1.2' })).toEqual(expected);
      }),
      { numRuns: 1500 },
    );
  });

  it('reads back from the JSON-LD block as the same values, one on each line', { timeout: patience }, () => {
    fc.assert(
      fc.property(fc.array(fc.json(), { minLength: 1, maxLength: 4 }), (scripts) => {
        const safe = scripts.map((json) => json.replaceAll('<', '\\u003c'));
        const tags = safe.map((json) => `<script type="application/ld+json">\n${json}\n</script>`);
        const last = fromMarkdown(toMarkdown(`<p>Text</p>${tags.join('')}`)).children.at(-1);
        expect(last).toMatchObject({ type: 'code', lang: 'json', value: safe.join('\n') });
      }),
      { numRuns: 300 },
    );
  });
});
