import { describe, expect, it } from 'vitest';
import { toMarkdown } from './to-markdown.ts';

describe('text', () => {
  it.each([
    { html: '<p>*a* _b_ `c` ~d~ [e] \\f', markdown: '\\*a\\* \\_b\\_ \\`c\\` \\~d\\~ \\[e] \\\\f\n' },
    { html: '<p>snake_case and 2*3', markdown: 'snake\\_case and 2\\*3\n' },
    { html: '<p>a]', markdown: 'a]\n' },
    { html: '<p><a href=x>a]b</a>', markdown: '[a\\]b](x)\n' },
    { html: '<p>&lt;b> a &lt; b &lt;3 &lt;/i>', markdown: '\\<b> a < b <3 \\</i>\n' },
    { html: '<p>&amp;amp; & &amp;x; &amp;copy;', markdown: '\\&amp; & &x; \\&copy;\n' },
    { html: '<p>a | b', markdown: 'a | b\n' },
  ])('means no Markdown wherever it stands: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it.each([
    { html: '<p># a', markdown: '\\# a\n' },
    { html: '<p>#a', markdown: '#a\n' },
    { html: '<p>####### a', markdown: '####### a\n' },
    { html: '<p>a # b', markdown: 'a # b\n' },
    { html: '<p>+ a', markdown: '\\+ a\n' },
    { html: '<p>+a', markdown: '+a\n' },
    { html: '<p>- a', markdown: '\\- a\n' },
    { html: '<p>-a', markdown: '-a\n' },
    { html: '<p>---', markdown: '\\---\n' },
    { html: '<p>> a', markdown: '\\> a\n' },
    { html: '<p>1. a', markdown: '1\\. a\n' },
    { html: '<p>1) a', markdown: '1\\) a\n' },
    { html: '<p>1.a', markdown: '1.a\n' },
    { html: '<p>2026. a', markdown: '2026\\. a\n' },
    { html: '<p>1234567890. a', markdown: '1234567890. a\n' },
    { html: '<p><span>1</span>. a', markdown: '1\\. a\n' },
    { html: '<p>&#35; a', markdown: '\\# a\n' },
    { html: '<p>a<br>---', markdown: 'a  \n\\---\n' },
    { html: '<p>a<br>===', markdown: 'a  \n\\===\n' },
    { html: '<p>===', markdown: '===\n' },
    { html: '<p>a<br>| - |', markdown: 'a  \n\\| - |\n' },
    { html: '<p>a\n# b', markdown: 'a # b\n' },
  ])('begins no block at the start of a line: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it.each([
    { html: '<p>  a  \n\t b  ', markdown: 'a b\n' },
    { html: '<p>a\u00a0b', markdown: 'a\u00a0b\n' },
    { html: '<p>a&nbsp;b', markdown: 'a\u00a0b\n' },
    { html: '<p>a<!-- x -->b', markdown: 'ab\n' },
    { html: '<p>a <!-- x --> b', markdown: 'a b\n' },
    { html: '<p>a<span> </span>b', markdown: 'a b\n' },
    { html: '<p>a&#10;b', markdown: 'a b\n' },
  ])('has one space for many, and hard spaces as they are: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it.each([
    { html: '<p>&eacute;&#233;&#xe9;', markdown: 'ééé\n' },
    { html: '<p>&notit;&notin', markdown: '¬it;¬in\n' },
    { html: '<p>a\0b', markdown: 'ab\n' },
  ])('is read from references and from bytes that are none: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it('stands a character in for each byte that is no UTF-8', () => {
    expect(toMarkdown(Uint8Array.from([0x61, 0xff, 0xc3, 0x62, 0xe2, 0x82]))).toBe(
      'a\ufffd\ufffdb\ufffd\ufffd\n',
    );
  });
});
