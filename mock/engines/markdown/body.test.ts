import { describe, expect, it } from 'vitest';
import { toMarkdown } from './converter.ts';

const json = '<script type="application/ld+json">{"a":1}</script>';
const block = '```json\n{"a":1}\n```\n';

describe('the metadata of a page', () => {
  it.each([
    { what: 'frontmatter alone', html: '<meta name=title content=a>', markdown: '---\ntitle: a\n---\n' },
    {
      what: 'frontmatter before the body',
      html: '<head><meta name=title content=a></head>b',
      markdown: '---\ntitle: a\n---\n\nb\n',
    },
    { what: 'no title from the title element', html: '<head><title>a</title></head>b', markdown: 'b\n' },
    {
      what: 'metadata in stripped elements',
      html: '<nav><meta name=title content=a></nav>b',
      markdown: '---\ntitle: a\n---\n\nb\n',
    },
    { what: 'JSON-LD alone', html: json, markdown: block },
    { what: 'JSON-LD after the body', html: `${json}<p>b`, markdown: `b\n\n${block}` },
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
      what: 'JSON-LD in stripped elements',
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
      what: 'nothing from other scripts',
      html: '<script type="application/json">{}</script>b',
      markdown: 'b\n',
    },
  ])('becomes $what', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it('comes too late after the first text, which is already sent', () => {
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

  it('stay relative without an address', () => {
    expect(toMarkdown('<a href="../b">a</a>')).toBe('[a](../b)\n');
  });

  it('stay relative with an invalid address', () => {
    expect(toMarkdown('<a href="../b">a</a>', { url: 'not an address' })).toBe('[a](../b)\n');
  });
});
