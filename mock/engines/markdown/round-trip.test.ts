import { tests as examples } from 'commonmark-spec';
import fc from 'fast-check';
import { htmlToMarkdown } from 'mdream';
import { describe, expect, it } from 'vitest';
import { toMarkdown } from './converter.ts';
import { gfmTable, struckParagraph } from './testing/arbitraries.ts';
import { commonmarkOutline, gfmOutline, htmlOutline } from './testing/outlines.ts';

/** Sections whose examples are HTML without a Markdown equivalent. */
const rawSections: ReadonlySet<string> = new Set(['HTML blocks', 'Raw HTML']);

/** Examples of other sections whose HTML has a part without a Markdown equivalent. */
const rawExamples: Readonly<Record<number, string>> = {
  21: 'a link outside any paragraph',
  31: 'a link outside any paragraph',
  201: 'an element named bar',
  491: 'an element named foo',
  494: 'an element called b)c',
  524: 'an element named bar',
  536: 'an element named bar',
};

/** Core examples that do not come back unchanged, and why. */
const knownMisses: Readonly<Record<number, string>> = {
  25: 'a no-break space at the start of a paragraph: this reader trims it, though CommonMark says otherwise',
};

const core = examples.filter(
  ({ section, number }) => !rawSections.has(section) && rawExamples[number] === undefined,
);

function comesBack(html: string, convert: (html: string) => string): boolean {
  return commonmarkOutline(convert(html)) === htmlOutline(html);
}

describe('the HTML of the CommonMark examples, converted and rendered again', () => {
  it('includes 581 of 652 examples with a Markdown equivalent', () => {
    expect([core.length, examples.length]).toEqual([581, 652]);
  });

  it('comes back as the same tree, except for the listed examples', () => {
    const missed = core.filter(({ html }) => !comesBack(html, toMarkdown)).map(({ number }) => number);
    expect(missed).toEqual(Object.keys(knownMisses).map(Number));
    expect(missed.length / core.length).toBeLessThanOrEqual(0.02);
  });

  it('comes back in every example in which it does from mdream, which has the same dialect', () => {
    const below = examples.filter(
      ({ html }) => comesBack(html, htmlToMarkdown) && !comesBack(html, toMarkdown),
    );
    expect(below.map(({ number }) => number)).toEqual([]);
  });
});

describe('the comparison of trees', () => {
  it.each([
    { what: 'a word', one: '<p>a</p>', other: '<p>b</p>' },
    { what: 'a space between words', one: '<p>a b</p>', other: '<p>ab</p>' },
    { what: 'a space next to emphasis', one: '<p>a <em>b</em></p>', other: '<p>a<em>b</em></p>' },
    { what: 'a space within emphasis', one: '<p><em>b </em></p>', other: '<p><em>b</em></p>' },
    { what: 'a no-break space', one: '<p>a&nbsp;b</p>', other: '<p>a b</p>' },
    { what: 'a loose list', one: '<ul><li><p>a</p></li></ul>', other: '<ul><li>a</li></ul>' },
    {
      what: 'two lists',
      one: '<ul><li>a</li></ul><ul><li>b</li></ul>',
      other: '<ul><li>a</li><li>b</li></ul>',
    },
    { what: 'a space in code', one: '<pre><code>a  b</code></pre>', other: '<pre><code>a b</code></pre>' },
    { what: 'the line end of code', one: '<pre><code>a\n</code></pre>', other: '<pre><code>a</code></pre>' },
    { what: 'a line break', one: '<p>a<br>b</p>', other: '<p>a b</p>' },
    { what: 'the start of a list', one: '<ol start="2"><li>a</li></ol>', other: '<ol><li>a</li></ol>' },
    {
      what: 'a language',
      one: '<pre><code class="language-c">a</code></pre>',
      other: '<pre><code>a</code></pre>',
    },
    { what: 'a title', one: '<p><a href="b" title="c">a</a></p>', other: '<p><a href="b">a</a></p>' },
    { what: 'an encoded slash', one: '<p><a href="a%2Fb">a</a></p>', other: '<p><a href="a/b">a</a></p>' },
  ])('detects $what', ({ one, other }) => {
    expect(htmlOutline(one)).not.toBe(htmlOutline(other));
  });

  it.each([
    { what: 'line ends between blocks', one: '<ul>\n<li>a</li>\n</ul>', other: '<ul><li>a</li></ul>' },
    { what: 'comments', one: '<p>a<!-- x -->b</p>', other: '<p>ab</p>' },
    { what: 'the order of attributes', one: '<img src="a" alt="b">', other: '<img alt="b" src="a">' },
    { what: 'an empty alt', one: '<p><img src="a" alt=""></p>', other: '<p><img src="a"></p>' },
    {
      what: 'encoded letters of URLs',
      one: '<a href="ö[]%c3">a</a>',
      other: '<a href="%C3%B6%5B%5D%C3">a</a>',
    },
    { what: 'the line end after a line break', one: '<p>a<br />\nb</p>', other: '<p>a<br>b</p>' },
  ])('ignores $what', ({ one, other }) => {
    expect(htmlOutline(one)).toBe(htmlOutline(other));
  });
});

/** The reader takes some milliseconds for each text, and more on a busy machine. */
const patience = 30_000;

describe('GFM’s additions to CommonMark, converted and read again', () => {
  it('return the same table, whatever is in its cells', { timeout: patience }, () => {
    fc.assert(
      fc.property(gfmTable, (html) => {
        expect(gfmOutline(toMarkdown(html))).toBe(htmlOutline(html));
      }),
      { numRuns: 100 },
    );
  });

  it('return the same strikethrough, among emphasis, links and code', { timeout: patience }, () => {
    fc.assert(
      fc.property(struckParagraph, (html) => {
        expect(gfmOutline(toMarkdown(html))).toBe(htmlOutline(html));
      }),
      { numRuns: 250 },
    );
  });

  it.each([
    {
      what: 'columns',
      html: '<table><tr><th>a<th>b</tr><tr><td>c<td>d</tr></table>',
      markdown: '| a | b |\n| --- | --- |\n| c | d |\n',
    },
    { what: 'alignment', html: '<table><tr><th align=right>a</table>', markdown: '| a |\n| ---: |\n' },
    { what: 'strikethrough', html: '<p><s>a</s></p>', markdown: '~~a~~\n' },
  ])('include $what, written as GFM does', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });
});
