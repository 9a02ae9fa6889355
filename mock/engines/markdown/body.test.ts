import { describe, expect, it } from 'vitest';
import { toMarkdown } from './converter.ts';

const json = '<script type="application/ld+json">{"a":1}</script>';
const block = '```json\n{"a":1}\n```\n';

describe('what a page says of itself', () => {
  it.each([
    { what: 'frontmatter alone', html: '<meta name=title content=a>', markdown: '---\ntitle: a\n---\n' },
    {
      what: 'frontmatter before the body',
      html: '<head><meta name=title content=a></head>b',
      markdown: '---\ntitle: a\n---\n\nb\n',
    },
    { what: 'no title of the title element', html: '<head><title>a</title></head>b', markdown: 'b\n' },
    {
      what: 'metadata of what is stripped',
      html: '<nav><meta name=title content=a></nav>b',
      markdown: '---\ntitle: a\n---\n\nb\n',
    },
    { what: 'JSON-LD alone', html: json, markdown: block },
    { what: 'JSON-LD behind the body', html: `${json}<p>b`, markdown: `b\n\n${block}` },
    {
      what: 'JSON-LD of several lines',
      html: `<script type="application/ld+json">{\n  "a": "x \\" :  ",\r\n  "b": [1.0, 2]\n}</script>`,
      markdown: '```json\n{"a":"x \\" :  ","b":[1.0,2]}\n```\n',
    },
    {
      what: 'broken JSON-LD of several lines',
      html: '<script type="application/ld+json">{\n  a\n</script>',
      markdown: '```json\n{\n  a\n```\n',
    },
    { what: 'JSON-LD of the head', html: `<head>${json}</head>b`, markdown: `b\n\n${block}` },
    {
      what: 'JSON-LD of what is stripped',
      html: `b<footer><nav>${json}</nav></footer>`,
      markdown: `b\n\n${block}`,
    },
    {
      what: 'all three',
      html: `<meta name=title content=a>${json}b`,
      markdown: `---\ntitle: a\n---\n\nb\n\n${block}`,
    },
    {
      what: 'frontmatter and JSON-LD',
      html: `<meta name=title content=a>${json}`,
      markdown: `---\ntitle: a\n---\n\n${block}`,
    },
    {
      what: 'nothing of another script',
      html: '<script type="application/json">{}</script>b',
      markdown: 'b\n',
    },
  ])('becomes $what', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it('is too late behind the first text, which is on its way by then', () => {
    expect(toMarkdown('<p>a</p><meta name=title content=b>')).toBe('a\n');
  });
});

describe('the links of a page', () => {
  it.each([
    { html: '<a href=b>a</a>', markdown: '[a](https://h.example/x/b)\n' },
    { html: '<a href="../b?c=d#e">a</a>', markdown: '[a](https://h.example/b?c=d#e)\n' },
    { html: '<a href="#b">a</a>', markdown: '[a](#b)\n' },
    { html: '<a href="mailto:b@c.d">a</a>', markdown: '[a](mailto:b@c.d)\n' },
    { html: '<img src="//i.example/b.png">', markdown: '![](https://i.example/b.png)\n' },
    { html: '<a href="b c">a</a>', markdown: '[a](<https://h.example/x/b c>)\n' },
    { html: '<a href=b title=c>a</a>', markdown: '[a](https://h.example/x/b "c")\n' },
    { html: '<meta property="og:image" content="b.png">', markdown: '---\nimage: b.png\n---\n' },
  ])('are resolved against its address: $html', ({ html, markdown }) => {
    expect(toMarkdown(html, { url: 'https://h.example/x/y' })).toBe(markdown);
  });

  it('stay as they are without one', () => {
    expect(toMarkdown('<a href="../b">a</a>')).toBe('[a](../b)\n');
  });

  it('stay as they are with one that is none', () => {
    expect(toMarkdown('<a href="../b">a</a>', { url: 'not an address' })).toBe('[a](../b)\n');
  });
});
