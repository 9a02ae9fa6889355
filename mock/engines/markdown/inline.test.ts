import { describe, expect, it } from 'vitest';
import { toMarkdown } from './converter.ts';

describe('the marks of inline text', () => {
  it.each([
    { html: '<p><em>a</em> <i>b</i> <cite>c</cite>', markdown: '*a* *b* *c*\n' },
    { html: '<p><strong>a</strong> <b>b</b> <dfn>c</dfn>', markdown: '**a** **b** **c**\n' },
    { html: '<p><del>a</del> <s>b</s> <strike>c</strike>', markdown: '~~a~~ ~~b~~ ~~c~~\n' },
    { html: '<p><q>a</q>', markdown: '"a"\n' },
    { html: '<p><em>a <em>b</em> c</em>', markdown: '*a _b_ c*\n' },
    { html: '<p><em><strong>a</strong></em>', markdown: '***a***\n' },
    { html: '<p>a<em>b</em>c', markdown: 'a*b*c\n' },
  ])('are delimiters: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it.each([
    {
      html: '<p>a<sup>2</sup> b<sub>3</sub> <mark>c</mark> <u>d</u> <ins>e</ins>',
      markdown: 'a<sup>2</sup> b<sub>3</sub> <mark>c</mark> <u>d</u> <ins>e</ins>\n',
    },
  ])('are tags where Markdown has none: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it.each([
    { html: '<p>a<b> b </b>c', markdown: 'a **b** c\n' },
    { html: '<p>a <b>b</b> c', markdown: 'a **b** c\n' },
    { html: '<p>a<b> </b>c', markdown: 'a c\n' },
    { html: '<p><em></em>a', markdown: 'a\n' },
    { html: '<p><em><b></b></em>a', markdown: 'a\n' },
  ])('have no spaces at their inner edges, and are dropped without text: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it.each([
    { html: '<p><em>a</b>b</em>', markdown: '*ab*\n' },
    { html: '<p><b>a<p>b</b>c', markdown: '**a**\n\n**b**c\n' },
    { html: '<b><p>a</p></b><p>b', markdown: '**a**\n\nb\n' },
    { html: '<p><b>a', markdown: '**a**\n' },
    { html: '<p><b>a<ul><li>b</b>c</ul>', markdown: '**a**\n\n- **b**c\n' },
  ])('extend across the edges of blocks and other marks: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it.each([
    { html: '<p><a href=x>a</a>', markdown: '[a](x)\n' },
    { html: '<p>a<a href=x>b</a>c', markdown: 'a[b](x)c\n' },
    { html: '<p>a<a href=x> b </a>c', markdown: 'a [b](x) c\n' },
    { html: '<p><a href=x></a>', markdown: '[](x)\n' },
    { html: '<p><a href="">a</a>', markdown: '[a]()\n' },
    { html: '<p><a>a</a> <a name=x>b</a>', markdown: 'a b\n' },
    { html: '<p><a href=x>a<a href=y>b</a>', markdown: '[a](x)[b](y)\n' },
    { html: '<p><a href=x title="y &quot;z&quot;">a</a>', markdown: '[a](x "y \\"z\\"")\n' },
    { html: '<p><a href=x><b>a</b></a>', markdown: '[**a**](x)\n' },
    { html: '<a href=x><p>a</p></a>', markdown: '[a](x)\n' },
    { html: '<p>!<a href=x>a</a>', markdown: '\\![a](x)\n' },
    { html: '<p><a href=x>a<p>b</a>c', markdown: '[a](x)\n\n[b](x)c\n' },
  ])('are links: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it.each([
    { html: '<p><img src=x alt=a>', markdown: '![a](x)\n' },
    { html: '<p><img src=x>', markdown: '![](x)\n' },
    { html: '<p>a<img src=x alt=b>c', markdown: 'a![b](x)c\n' },
    { html: '<p><img alt=a>', markdown: '![a]()\n' },
    { html: '<p><img>a', markdown: 'a\n' },
    { html: '<p><a href=x><img src=y alt=z></a>', markdown: '[![z](y)](x)\n' },
    { html: '<p><img src=x alt="*a*">', markdown: '![\\*a\\*](x)\n' },
    { html: '<p><img src=x title=y>', markdown: '![](x "y")\n' },
  ])('are images: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it.each([
    { html: '<p>a<br>b', markdown: 'a  \nb\n' },
    { html: '<p>a <br> b', markdown: 'a  \nb\n' },
    { html: '<p>a<br>', markdown: 'a\n' },
    { html: '<p><br>a', markdown: 'a\n' },
    { html: '<p>a<br><br>b', markdown: 'a\n\nb\n' },
    { html: '<p><b>a<br>b</b>', markdown: '**a  \nb**\n' },
  ])('are line breaks: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });
});

describe('text', () => {
  it.each([
    { html: '<p>*a* _b_ `c` ~d~ [e] \\f', markdown: '\\*a\\* \\_b\\_ \\`c\\` \\~d\\~ \\[e] \\\\f\n' },
    { html: '<p>snake_case and 2*3', markdown: 'snake\\_case and 2\\*3\n' },
    { html: '<p>a]', markdown: 'a]\n' },
    { html: '<p><a href=x>a]b</a>', markdown: '[a\\]b](x)\n' },
    { html: '<p>&lt;b> a &lt; b &lt;3 &lt;/i>', markdown: '\\<b> a < b <3 \\</i>\n' },
    { html: '<p>&amp;amp; & &amp;x; &amp;copy;', markdown: '\\&amp; & &x; \\&copy;\n' },
    { html: '<p>a | b', markdown: 'a | b\n' },
  ])('is not read as Markdown anywhere: `$html`', ({ html, markdown }) => {
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
  ])('has one space for many, and keeps no-break spaces: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it.each([
    { html: '<p>&eacute;&#233;&#xe9;', markdown: 'ééé\n' },
    { html: '<p>&notit;&notin', markdown: '¬it;¬in\n' },
    { html: '<p>a\0b', markdown: 'ab\n' },
  ])('decodes references, and keeps invalid ones: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it('has a replacement character for each byte of invalid UTF-8', () => {
    expect(toMarkdown(Uint8Array.from([0x61, 0xff, 0xc3, 0x62, 0xe2, 0x82]))).toBe(
      'a\ufffd\ufffdb\ufffd\ufffd\n',
    );
  });
});
