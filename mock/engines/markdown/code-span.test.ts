import { describe, expect, it } from 'vitest';
import { toMarkdown } from './converter.ts';

describe('a code span', () => {
  it.each([
    { html: '<p><code>a</code>', markdown: '`a`\n' },
    { html: '<p><code>*a* &lt;b> &amp;amp; \\</code>', markdown: '`*a* <b> &amp; \\`\n' },
    { html: '<p><kbd>a</kbd> <samp>b</samp> <var>c</var>', markdown: '`a` `b` `c`\n' },
    { html: '<p>a<code>b</code>c', markdown: 'a`b`c\n' },
    { html: '<p><b><code>a</code></b>', markdown: '**`a`**\n' },
    { html: '<p><code></code>a', markdown: 'a\n' },
    { html: '<p><code>a\n  b</code>', markdown: '`a b`\n' },
    { html: '<p><code>a  b</code>', markdown: '`a  b`\n' },
    { html: '<p><code>日本 é</code>', markdown: '`日本 é`\n' },
  ])('is unchanged between backticks: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it.each([
    { html: '<p><code>a`b</code>', markdown: '``a`b``\n' },
    { html: '<p><code>``</code>', markdown: '` `` `\n' },
    { html: '<p><code>`a`` b</code>', markdown: '``` `a`` b ```\n' },
    { html: '<p><code> a </code>', markdown: '`  a  `\n' },
    { html: '<p><code> a</code>', markdown: '` a`\n' },
    { html: '<p><code>  </code>', markdown: '`  `\n' },
  ])('has more backticks around it than in it, and keeps its edges: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it.each([
    { html: '<p><code><code>a</code></code>', markdown: '`a`\n' },
    { html: '<p><kbd><kbd>Ctrl</kbd>+<kbd>C</kbd></kbd>', markdown: '`Ctrl+C`\n' },
    { html: '<p><code>a<b>b</b></code>', markdown: '`ab`\n' },
    { html: '<p><code>a<a href=x>b</a>c</code>', markdown: '`a`[`b`](x)`c`\n' },
    { html: '<p><code>a<br>b</code>', markdown: '`a`  \n`b`\n' },
    { html: '<p><code>a', markdown: '`a`\n' },
    { html: '<p><code>a<p>b', markdown: '`a`\n\n`b`\n' },
  ])('includes nested spans, and ends where another element begins: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });
});

describe('code in a table cell', () => {
  it.each([
    { html: '<table><tr><td><pre>a\n b</pre></table>', markdown: '| <pre>a<br> b</pre> |\n| --- |\n' },
    {
      html: '<table><tr><td><pre><code>a | b\n  c</code></pre></table>',
      markdown: '| <pre><code>a \\| b<br>  c</code></pre> |\n| --- |\n',
    },
    { html: '<table><tr><td><pre>\na</pre></table>', markdown: '| <pre>a</pre> |\n| --- |\n' },
  ])('keeps its lines and spaces: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it.each([
    {
      html: '<table><tr><td><pre>*a* _b_ [c] &lt;d></pre></table>',
      markdown: '| <pre>\\*a\\* \\_b\\_ \\[c\\] \\<d></pre> |\n| --- |\n',
    },
  ])('is not read as Markdown: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });
});
