import { describe, expect, it } from 'vitest';
import { toMarkdown } from './to-markdown.ts';

describe('a block of code', () => {
  it.each([
    { html: '<pre>a\nb</pre>', markdown: '```\na\nb\n```\n' },
    { html: '<pre>\ta  b </pre>', markdown: '```\n\ta  b \n```\n' },
    { html: '<pre>\na</pre>', markdown: '```\na\n```\n' },
    { html: '<pre>\n\na\n\n</pre>', markdown: '```\n\na\n\n```\n' },
    { html: '<pre>a\r\nb\rc</pre>', markdown: '```\na\nb\nc\n```\n' },
    { html: '<pre><code>\na</code></pre>', markdown: '```\n\na\n```\n' },
    { html: '<pre>*a* &lt;b> &amp;amp;&#10;# c</pre>', markdown: '```\n*a* <b> &amp;\n# c\n```\n' },
    { html: '<pre>a', markdown: '```\na\n```\n' },
    { html: '<pre></pre>a', markdown: 'a\n' },
    { html: '<pre><code></code></pre>', markdown: '```\n```\n' },
    { html: '<xmp>a</xmp><listing>b</listing>', markdown: '```\na\n```\n\n```\nb\n```\n' },
  ])('stands between fences as it is: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it.each([
    { html: '<pre>```</pre>', markdown: '````\n```\n````\n' },
    { html: '<pre>````\n```</pre>', markdown: '`````\n````\n```\n`````\n' },
    { html: '<pre>`a``b</pre>', markdown: '```\n`a``b\n```\n' },
  ])('has a fence longer than any in it: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it.each([
    { html: '<pre><code class="language-js">a</code></pre>', markdown: '```js\na\n```\n' },
    { html: '<pre class="language-js">a</pre>', markdown: '```js\na\n```\n' },
    { html: '<pre class="x language-c++ y"><code>a</code></pre>', markdown: '```c++\na\n```\n' },
    { html: '<pre><code class="js">a</code></pre>', markdown: '```\na\n```\n' },
  ])('names its language: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it.each([
    { html: '<pre>a<b>b</b><a href=x>c</a></pre>', markdown: '```\nabc\n```\n' },
    { html: '<pre>a<br>b</pre>', markdown: '```\na\nb\n```\n' },
    { html: '<pre><div>a</div><div>b</div></pre>', markdown: '```\na\nb\n```\n' },
    { html: '<pre><p>a</p></pre>', markdown: '```\na\n```\n' },
    { html: '<pre>a<script>b</script>c</pre>', markdown: '```\nac\n```\n' },
  ])('has the text of what stands in it, line by line: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });
});
