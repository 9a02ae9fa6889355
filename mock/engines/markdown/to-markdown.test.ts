import { describe, expect, it } from 'vitest';
import * as door from './index.ts';
import { bytesOf } from './testing/bytes-of.ts';
import { toMarkdown } from './to-markdown.ts';

describe('toMarkdown', () => {
  it('converts a page, as its example says', () => {
    expect(
      toMarkdown('<h1>Hello</h1><p>A <a href="/b">link</a>.</p>', { url: 'https://example.com/a' }),
    ).toBe('# Hello\n\nA [link](https://example.com/b).\n');
  });

  it.each([
    { what: 'bytes', html: bytesOf('<p>é'), charset: undefined, markdown: 'é\n' },
    {
      what: 'bytes of another encoding',
      html: Uint8Array.from([0x3c, 0x70, 0x3e, 0xe9]),
      charset: 'latin1',
      markdown: 'é\n',
    },
    {
      what: 'a string, whatever encoding is named',
      html: '<meta charset=gbk><p>é',
      charset: 'gbk',
      markdown: 'é\n',
    },
    {
      what: 'a string with half a character',
      html: '<p>a\ud800b',
      charset: undefined,
      markdown: 'a\ufffdb\n',
    },
    { what: 'nothing', html: '', charset: undefined, markdown: '' },
    {
      what: 'what is no HTML',
      html: '{"a": [1, "*"]}',
      charset: undefined,
      markdown: '{"a": \\[1, "\\*"]}\n',
    },
  ])('takes $what', ({ html, charset, markdown }) => {
    expect(toMarkdown(html, charset === undefined ? {} : { charset })).toBe(markdown);
  });

  it('leaves the bytes that it was given alone', () => {
    const html = bytesOf('<p>a &amp; b');
    toMarkdown(html);
    expect(html).toEqual(bytesOf('<p>a &amp; b'));
  });

  it('stands at the door of the engine with the converter and the stream', () => {
    expect(Object.keys(door).sort()).toEqual(['MarkdownConverter', 'markdownStream', 'toMarkdown']);
  });
});

/** What pages do that were made to break converters: bounded in depth, in time and in what comes of them. */
describe('a hostile page', () => {
  it.each([
    {
      what: 'a hundred thousand elements in each other',
      html: `${'<div><ul><li><b><blockquote>'.repeat(20_000)}a`,
    },
    { what: 'tables in each other', html: `${'<table><tr><td>'.repeat(20_000)}a` },
    { what: 'tags that are never closed', html: `${'<em><a href=x><code>'.repeat(50_000)}a` },
    { what: 'end tags of nothing', html: `a${'</p></div></em></table>'.repeat(50_000)}` },
    { what: 'a tag that never ends', html: `a<p ${'x="y" '.repeat(200_000)}` },
    { what: 'a comment that never ends', html: `a<!--${'-'.repeat(1_000_000)}` },
    { what: 'brackets and stars', html: `a${'[*_`'.repeat(200_000)}` },
    {
      what: 'a long link that goes on in many blocks',
      html: `<a href="${'x'.repeat(5000)}">${'<p>a'.repeat(50_000)}`,
    },
  ])('of $what is converted', ({ html }) => {
    const markdown = toMarkdown(html);
    expect(markdown).toContain('a');
    expect(markdown.length).toBeLessThan(html.length * 40);
  });
});
