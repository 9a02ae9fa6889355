import { describe, expect, it } from 'vitest';
import { toMarkdown } from './to-markdown.ts';

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
  ])('are set apart by one blank line: `$html`', ({ html, markdown }) => {
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
  ])('are left out with what is stripped: `$html`', ({ html, markdown }) => {
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
  ])('are kept with what only looks stripped: `$html`', ({ html, markdown }) => {
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
  ])('are read although tags are missing: `$html`', ({ html, markdown }) => {
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
