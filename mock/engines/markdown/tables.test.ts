import { describe, expect, it } from 'vitest';
import { markdownLimits } from '../../../spec/engine-limits.ts';
import { toMarkdown } from './converter.ts';

describe('a table', () => {
  it.each([
    {
      html: '<table><tr><th>a<th>b<tr><td>c<td>d</table>',
      markdown: '| a | b |\n| --- | --- |\n| c | d |\n',
    },
    { html: '<table><tr><td> a </td></tr></table>', markdown: '| a |\n| --- |\n' },
    { html: '<table><tr><td></table>', markdown: '| |\n| --- |\n' },
    {
      html: '<table><tbody><tr><td>a<tbody><tr><td>b<tfoot><tr><td>c</table>',
      markdown: '| a |\n| --- |\n| b |\n| c |\n',
    },
    { html: '<table></table>a', markdown: 'a\n' },
    { html: '<table><tr></table>a', markdown: 'a\n' },
  ])('is written row by row, with the first as its header: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it.each([
    {
      html: '<table><tr><th align=left>a<th align=CENTER>b<th style="color:red;text-align: right">c<th align=x>d</table>',
      markdown: '| a | b | c | d |\n| :--- | :---: | ---: | --- |\n',
    },
  ])('aligns its columns: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it.each([
    { html: '<table><tr><td>a<tr><td>b<td>c<td>d</table>', markdown: '| a |\n| --- |\n| b c d |\n' },
    { html: '<table><tr><td>a<td>b<tr><td>c</table>', markdown: '| a | b |\n| --- | --- |\n| c |\n' },
  ])('loses no cell of a row that is too long: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it.each([
    {
      html: '<table><tr><td colspan=2>a<tr><td>b<td>c</table>',
      markdown: '| a | |\n| --- | --- |\n| b | c |\n',
    },
    {
      html: '<table><tr><td rowspan=2>a<td>b<tr><td>c</table>',
      markdown: '| a | b |\n| --- | --- |\n| | c |\n',
    },
    {
      html: '<table><tr><td rowspan=3>a<td>b<tr><td>c<tr><td>d<tr><td>e<td>f</table>',
      markdown: '| a | b |\n| --- | --- |\n| | c |\n| | d |\n| e | f |\n',
    },
    { html: '<table><tr><td colspan=0>a</table>', markdown: '| a |\n| --- |\n' },
    { html: '<table><tr><td colspan=x rowspan=-2>a</table>', markdown: '| a |\n| --- |\n' },
  ])('leaves spanned cells empty: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it.each([
    { html: '<table><caption>a</caption><tr><td>b</table>', markdown: 'a\n\n| b |\n| --- |\n' },
    { html: '<table>a<tr><td>b</table>', markdown: 'a\n\n| b |\n| --- |\n' },
  ])('has the text between its cells above it: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it('lets a cell span no more columns than the limit', () => {
    const [head = ''] = toMarkdown('<table><tr><td colspan=1000>a</table>').split('\n');
    expect(head.split('|')).toHaveLength(markdownLimits.span + 2);
  });

  it('grows with its cells only, regardless of spanned columns and rows', () => {
    const row = '<tr><td colspan=1000 rowspan=65534>a<td>b';
    const html = `<table>${row.repeat(2000)}</table>`;
    expect(toMarkdown(html).length).toBeLessThan(html.length * 8);
  });
});

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
  ])('have inline text: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it.each([
    {
      html: '<table><tr><td><ol start=3><li>a<li value=9>b</ol></table>',
      markdown: '| <ol start="3"><li>a</li><li value="9">b</li></ol> |\n| --- |\n',
    },
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
  ])('keep elements with separate lines as HTML: `$html`', ({ html, markdown }) => {
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
  ])('work in lists and quotes: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });
});
