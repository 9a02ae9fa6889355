import { describe, expect, it } from 'vitest';
import { toMarkdown } from './to-markdown.ts';

describe('what is kept as HTML', () => {
  it.each([
    { html: '<dl><dt>a</dt><dd>b</dd></dl>', markdown: '<dl><dt>a</dt>\n<dd>b</dd></dl>\n' },
    { html: '<p>a</p><dl><dt>b</dt></dl><p>c</p>', markdown: 'a\n\n<dl><dt>b</dt></dl>\n\nc\n' },
    {
      html: '<dl><dt>a<dd>b<dt>c<dd><p>d</p><p>e</p></dl>',
      markdown: '<dl><dt>a</dt>\n<dd>b</dd>\n<dt>c</dt>\n<dd>\n\nd\n\ne\n\n</dd></dl>\n',
    },
    {
      html: '<dl><dt>a</dt><dd><ul><li>b</ul></dd></dl>',
      markdown: '<dl><dt>a</dt>\n<dd>\n\n- b\n\n</dd></dl>\n',
    },
    { html: '<dt>a<dd>b', markdown: '<dt>a</dt>\n<dd>b</dd>\n' },
    { html: '<dl></dl>a', markdown: 'a\n' },
  ])('has its terms and descriptions on lines of their own: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it.each([
    {
      html: '<details><summary>a *b*</summary><p>c</p></details>',
      markdown: '<details>\n\n<summary>a \\*b\\*</summary>\n\nc\n\n</details>\n',
    },
    { html: '<details open>a</details>', markdown: '<details>\n\na\n\n</details>\n' },
    { html: '<details><summary></summary>a</details>', markdown: '<details>\n\na\n\n</details>\n' },
    {
      html: '<ul><li><details><summary>a</summary>b</details></ul>',
      markdown: '- <details>\n\n  <summary>a</summary>\n\n  b\n\n  </details>\n',
    },
  ])('has its details and summaries on lines of their own: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it.each([
    { html: '<address>a</address><p>b', markdown: '<address>a</address>\n\nb\n' },
    { html: '<address>a<br>b</address>', markdown: '<address>a<br>b</address>\n' },
  ])('has its address on a line of its own: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });
});
