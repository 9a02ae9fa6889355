import { describe, expect, it } from 'vitest';
import { toMarkdown } from './to-markdown.ts';

describe('code in the cell of a table', () => {
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
  ])('means no Markdown: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });
});
