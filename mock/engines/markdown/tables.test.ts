import { describe, expect, it } from 'vitest';
import { toMarkdown } from './to-markdown.ts';

describe('the cells of a table', () => {
  it.each([
    {
      html: '<table><tr><td><b>a</b> <a href=x>b</a> <del>c</del></table>',
      markdown: '| **a** [b](x) ~~c~~ |\n| --- |\n',
    },
    { html: '<table><tr><td>a|b</table>', markdown: '| a\\|b |\n| --- |\n' },
    { html: '<table><tr><td><code>a|b</code></table>', markdown: '| `a\\|b` |\n| --- |\n' },
    {
      html: '<table><tr><td><code>a\\|b</code></table>',
      markdown: '| <code>a\\\\&#124;b</code> |\n| --- |\n',
    },
    {
      html: '<table><tr><td><a href="x|y" title="|">a</a></table>',
      markdown: '| [a](x\\|y "\\|") |\n| --- |\n',
    },
    { html: '<table><tr><td><img src="a|b" alt="c|d"></table>', markdown: '| ![c\\|d](a\\|b) |\n| --- |\n' },
    { html: '<table><tr><td># a<td>- b</table>', markdown: '| # a | - b |\n| --- | --- |\n' },
    { html: '<table><tr><td>a<br>b</table>', markdown: '| a<br>b |\n| --- |\n' },
    { html: '<table><tr><td>a<p>b</p>c</table>', markdown: '| a b c |\n| --- |\n' },
  ])('hold inline text: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it.each([
    {
      html: '<table><tr><td><ul><li>a<li>b</ul></table>',
      markdown: '| <ul><li>a</li><li>b</li></ul> |\n| --- |\n',
    },
    { html: '<table><tr><td><h2>a</h2></table>', markdown: '| <h2>a</h2> |\n| --- |\n' },
    {
      html: '<table><tr><td><blockquote>a</blockquote></table>',
      markdown: '| <blockquote>a</blockquote> |\n| --- |\n',
    },
    {
      html: '<table><tr><td><table><tr><td>a<td>b</table></table>',
      markdown: '| <table><tr><td>a</td><td>b</td></tr></table> |\n| --- |\n',
    },
  ])('keep as HTML what has lines of its own: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it.each([
    { html: '<table><tr><td><b>a<td>b</table>', markdown: '| **a** | b |\n| --- | --- |\n' },
    { html: '<b><table><tr><td>a</table></b>', markdown: '| a |\n| --- |\n' },
    { html: '<table><tr><td>a</b></table>', markdown: '| a |\n| --- |\n' },
  ])('keep marks within them: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it.each([
    { html: '<ul><li>a<table><tr><td>b</table>c</ul>', markdown: '- a\n\n  | b |\n  | --- |\n\n  c\n' },
    {
      html: '<blockquote><table><tr><td>a<tr><td>b</table></blockquote>',
      markdown: '> | a |\n> | --- |\n> | b |\n',
    },
  ])('stand in lists and quotes: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });
});
