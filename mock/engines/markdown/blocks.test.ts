import { describe, expect, it } from 'vitest';
import { toMarkdown } from './converter.ts';

describe('the blocks of a page', () => {
  it.each([
    { html: '<p>a</p><p>b</p>', markdown: 'a\n\nb\n' },
    { html: '<p>a<p>b', markdown: 'a\n\nb\n' },
    { html: '<div>a</div><div>b</div>', markdown: 'a\n\nb\n' },
    { html: 'a<div>b</div>c', markdown: 'a\n\nb\n\nc\n' },
    { html: '<p>a</p><hr><p>b</p>', markdown: 'a\n\n---\n\nb\n' },
    { html: '<h1>a</h1><p>b</p>', markdown: '# a\n\nb\n' },
    { html: '<p>a<ul><li>b</ul>c', markdown: 'a\n\n- b\n\nc\n' },
    { html: '<p>a<table><tr><td>b</table>c', markdown: 'a\n\n| b |\n| --- |\n\nc\n' },
    { html: '<center>a</center><form>b</form>', markdown: 'a\n\nb\n' },
    { html: '<aside>a</aside><section>b</section>', markdown: 'a\n\nb\n' },
  ])('are separated by one blank line: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it.each([
    { html: '<h1>a</h1>', markdown: '# a\n' },
    { html: '<h6>a</h6>', markdown: '###### a\n' },
    { html: '<h2>a\n b</h2>', markdown: '## a b\n' },
    { html: '<h2>a<br>b</h2>', markdown: '## a<br>b\n' },
    { html: '<h2><p>a</p><p>b</p></h2>', markdown: '## a b\n' },
    { html: '<h3>a</h2>b', markdown: '### a\n\nb\n' },
    { html: '<h1># a #</h1>', markdown: '# \\# a \\#\n' },
    { html: '<h1>1. a</h1>', markdown: '# 1. a\n' },
    { html: '<h2><code>a</code></h2>', markdown: '## `a`\n' },
    { html: '<h1>a<h2>b', markdown: '# a\n\n## b\n' },
  ])('are headings of their level, on one line: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it.each([
    { html: '<header>a</header><main>b</main><footer>c</footer><nav>d</nav>', markdown: 'b\n' },
    { html: '<article><header><h1>a</h1></header>b</article>', markdown: 'b\n' },
    { html: '<nav><div><p>a</div></nav>b', markdown: 'b\n' },
    { html: '<nav>a<nav>b</nav>c</nav>d', markdown: 'd\n' },
    { html: '<head><title>a</title><style>b</style></head><body>c', markdown: 'c\n' },
    { html: '<template>a</template>b', markdown: 'b\n' },
    { html: '<noscript><p>a</noscript>b', markdown: 'b\n' },
    { html: '<iframe><p>a</iframe>b', markdown: 'b\n' },
    { html: 'a<script>b</script>c<style>d</style>', markdown: 'ac\n' },
  ])('are left out when stripped: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it.each([
    { html: '<p hidden>a</p>', markdown: 'a\n' },
    { html: '<p aria-hidden=true>a</p>', markdown: 'a\n' },
    { html: '<div role=navigation>a</div>', markdown: 'a\n' },
    { html: '<div style="display:none">a</div>', markdown: 'a\n' },
    { html: '<button>a</button><button>b</button>', markdown: 'ab\n' },
    { html: '<label>a <input value=b></label>', markdown: 'a\n' },
    { html: '<select><option>a<option>b</select>', markdown: 'a b\n' },
    { html: '<textarea>a <b> &amp; c</textarea>', markdown: 'a \\<b> & c\n' },
    { html: '<svg><text>a</text></svg>b', markdown: 'ab\n' },
    { html: '<svg><title>a</title></svg>b', markdown: 'b\n' },
    { html: '<x-y>a</x-y>', markdown: 'a\n' },
  ])('are kept when they only look stripped: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it.each([
    { html: '<head>a', markdown: 'a\n' },
    { html: '<body>a</body></html>b', markdown: 'ab\n' },
    { html: 'a</div>b', markdown: 'ab\n' },
    { html: 'a</p>b', markdown: 'a\n\nb\n' },
    { html: 'a</br>b', markdown: 'a  \nb\n' },
    { html: '<p>a</div>b', markdown: 'ab\n' },
    { html: '<div><p>a</div>b', markdown: 'a\n\nb\n' },
    { html: '<td>a</td><tr>b', markdown: 'ab\n' },
    { html: '</ul></li>a', markdown: 'a\n' },
  ])('are read despite missing tags: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it.each([
    {
      html: '<figure><img src=a alt=b><figcaption>c <em>d</em></figcaption></figure>',
      markdown: '![b](a)\n\n*c _d_*\n',
    },
  ])('are figures with their captions: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });
});

describe('an element kept as HTML', () => {
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
      markdown: '<details>\n\n<summary>a *b*</summary>\n\nc\n\n</details>\n',
    },
    { html: '<details open>a</details>', markdown: '<details>\n\na\n\n</details>\n' },
    {
      html: '<details><summary><a href=b>c</a> <b>&lt;img onerror></b> &amp;copy</summary></details>',
      markdown:
        '<details>\n\n<summary><a href="b">c</a> <b>&lt;img onerror></b> &amp;copy</summary>\n\n</details>\n',
    },
    {
      html: '<details><summary><section>a<h4><a href=b>c</a></h4></section></summary>d</details>',
      markdown: '<details>\n\n<summary>a\n\n#### [c](b)\n\n</summary>\n\nd\n\n</details>\n',
    },
    { html: '<summary><div>a</div></summary>', markdown: '<summary>a\n</summary>\n' },
    { html: '<a href=b><address>c</address></a>', markdown: '<address><a href="b">c</a></address>\n' },
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

describe('a code block', () => {
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
  ])('is unchanged between fences: `$html`', ({ html, markdown }) => {
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
    { html: '<pre><code>a</code><code>b</code></pre>', markdown: '```\na\nb\n```\n' },
    { html: '<pre>a <code>b</code>, <code>c</code></pre>', markdown: '```\na b, c\n```\n' },
    { html: '<pre><code>a</code><button>b</button></pre>', markdown: '```\na\nb\n```\n' },
    { html: '<pre><button>a</button>b</pre>', markdown: '```\na\nb\n```\n' },
    { html: '<pre><kbd>a</kbd><kbd>b</kbd></pre>', markdown: '```\nab\n```\n' },
    { html: '<pre><p>a</p></pre>', markdown: '```\na\n```\n' },
    { html: '<pre>a<script>b</script>c</pre>', markdown: '```\nac\n```\n' },
  ])('has the text of nested elements, line by line: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });
});
