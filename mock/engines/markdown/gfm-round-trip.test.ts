import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gfmTable, struckParagraph } from './testing/gfm-arbitrary.ts';
import { gfmOutline } from './testing/gfm-outline.ts';
import { htmlOutline } from './testing/html-outline.ts';
import { toMarkdown } from './to-markdown.ts';

/** The reader takes some milliseconds for each text, and more where much runs beside it. */
const patience = 30_000;

describe('what GFM adds to CommonMark, converted and read again', () => {
  it('gives back the same table, whatever is in its cells', { timeout: patience }, () => {
    fc.assert(
      fc.property(gfmTable, (html) => {
        expect(gfmOutline(toMarkdown(html))).toBe(htmlOutline(html));
      }),
      { numRuns: 100 },
    );
  });

  it('gives back the same strikethrough, among emphasis, links and code', { timeout: patience }, () => {
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
  ])('writes $what as GFM does', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });
});
