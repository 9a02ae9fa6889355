import { describe, expect, it } from 'vitest';
import { markdownLimits } from '../../../spec/engine-limits.ts';
import { toMarkdown } from './converter.ts';
import { Output } from './output.ts';
import { getText, toBytes } from './testing/to-bytes.ts';

describe('the lines of lists and quotes', () => {
  it.each([
    { html: '<ul><li>a</li><li>b</li></ul>', markdown: '- a\n- b\n' },
    { html: '<ol><li>a<li>b</ol>', markdown: '1. a\n2. b\n' },
    { html: '<ol start=9><li>a<li>b</ol>', markdown: '9. a\n10. b\n' },
    { html: '<ol start=0><li>a</ol>', markdown: '0. a\n' },
    { html: '<ol start=-1><li>a</ol>', markdown: '1. a\n' },
    { html: '<ol start=x><li>a</ol>', markdown: '1. a\n' },
    { html: '<ol start=9999999999><li>a</ol>', markdown: '999999999. a\n' },
    { html: '<ol><li value=5>a<li>b</ol>', markdown: '5. a\n6. b\n' },
    {
      html: '<ol><li>a<li value=5>b<li value=6>c<li value=2>d</ol>',
      markdown: '1. a\n\n5) b\n6) c\n\n2. d\n',
    },
    { html: '<ol><li>a<ol><li>b<li value=9>c</ol></ol>', markdown: '1. a\n   1. b\n   9) c\n' },
    { html: '<ol><li value=x>a<li value=-1>b</ol>', markdown: '1. a\n2. b\n' },
    { html: '<ul><li value=3>a</ul>', markdown: '- a\n' },
    { html: '<menu><li>a</menu>', markdown: '- a\n' },
    { html: '<ul><li>a<ul><li>b<ul><li>c</ul></ul><li>d</ul>', markdown: '- a\n  - b\n    - c\n- d\n' },
    { html: '<ol><li>a<ul><li>b</ul></ol>', markdown: '1. a\n   - b\n' },
    { html: '<ol start=10><li>a<ul><li>b</ul></ol>', markdown: '10. a\n    - b\n' },
    { html: '<ul><ul><li>a</ul></ul>', markdown: '- - a\n' },
    { html: '<ul><li>a</li><ul><li>b</ul><li>c</ul>', markdown: '- a\n  - b\n- c\n' },
    { html: '<li>a<li>b', markdown: '- a\n- b\n' },
    { html: '<ul>a<li>b</ul>', markdown: 'a\n\n- b\n' },
    { html: '<ul><li></ul>', markdown: '-\n' },
    { html: '<ul><li>a<li><li>b</ul>', markdown: '- a\n-\n- b\n' },
  ])('are marked and indented: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it.each([
    { html: '<ul><li><p>a</p><li><p>b</p></ul>', markdown: '- a\n\n- b\n' },
    { html: '<ul><li><p>a</p><p>b</p></ul>', markdown: '- a\n\n  b\n' },
    { html: '<ul><li>a<p>b</p></ul>', markdown: '- a\n\n  b\n' },
    { html: '<ol><li><p>a</p><ul><li>b</ul><li><p>c</p></ol>', markdown: '1. a\n\n   - b\n\n2. c\n' },
  ])('have blank lines between items with paragraphs: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it.each([
    { html: '<ul><li><h2>a</h2>b</ul>', markdown: '- ## a\n  b\n' },
    { html: '<ul><li><pre>a\nb</pre></ul>', markdown: '- ```\n  a\n  b\n  ```\n' },
    { html: '<ul><li><blockquote>a</blockquote></ul>', markdown: '- > a\n' },
    { html: '<ul><li><table><tr><td>a</table></ul>', markdown: '- | a |\n  | --- |\n' },
    { html: '<ul><li>a<br>b</ul>', markdown: '- a  \n  b\n' },
    { html: '<blockquote><ul><li>a<li>b</ul></blockquote>', markdown: '> - a\n> - b\n' },
  ])('may have other blocks: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it.each([
    { html: '<blockquote>a</blockquote>', markdown: '> a\n' },
    { html: '<blockquote><p>a</p><p>b</p></blockquote>', markdown: '> a\n>\n> b\n' },
    { html: '<blockquote><blockquote>a</blockquote>b</blockquote>', markdown: '> > a\n>\n> b\n' },
    { html: '<blockquote>a</blockquote><blockquote>b</blockquote>', markdown: '> a\n\n> b\n' },
    { html: '<blockquote><pre>a\n\nb</pre></blockquote>', markdown: '> ```\n> a\n>\n> b\n> ```\n' },
    { html: '<blockquote>a<br>b</blockquote>', markdown: '> a  \n> b\n' },
  ])('are quoted: `$html`', ({ html, markdown }) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it('are indented no deeper than the limit, and lose no words there', () => {
    const deep = markdownLimits.containers + 5;
    const html = Array.from({ length: deep }, (_, level) => `<ul><li>a${level}`).join('');
    const lines = toMarkdown(html)
      .trimEnd()
      .split('\n')
      .filter((line) => line.trim() !== '');
    const indent = Math.max(...lines.map((line) => line.length - line.trimStart().length));
    expect(indent).toBeLessThanOrEqual(2 * markdownLimits.containers);
    expect([...lines.join(' ').matchAll(/a\d+/g)]).toHaveLength(deep);
  });
});

function written(write: (output: Output) => void): string {
  const output = new Output();
  write(output);
  return getText(output.bytes, 0, output.length);
}

describe('Output', () => {
  it.each<{ readonly what: string; readonly write: (output: Output) => void; readonly text: string }>([
    { what: 'bytes', write: (output) => output.byte(0x61), text: 'a' },
    { what: 'ASCII', write: (output) => output.ascii('a*b'), text: 'a*b' },
    { what: 'short text', write: (output) => output.text('aé日😀'), text: 'aé日😀' },
    { what: 'long text', write: (output) => output.text('é'.repeat(40_000)), text: 'é'.repeat(40_000) },
    {
      what: 'non-ASCII code points',
      write: (output) => [0xe9, 0x65e5, 0x1f600].map((c) => output.codePoint(c)),
      text: 'é日😀',
    },
    { what: 'pieces of bytes', write: (output) => output.raw(toBytes('abcd'), 1, 3), text: 'bc' },
    {
      what: 'long pieces',
      write: (output) => output.raw(toBytes('ab'.repeat(40_000))),
      text: 'ab'.repeat(40_000),
    },
  ])('writes $what as UTF-8', ({ write, text }) => {
    expect(written(write)).toBe(text);
  });

  it('inserts at a position, even after earlier bytes were taken', () => {
    const output = new Output();
    output.ascii('abc');
    output.take(1);
    const at = output.position;
    output.ascii('def');
    output.insert(at, 0x2a, 2);
    expect(getText(output.take(0))).toBe('c**def');
  });

  it('returns all but the last bytes, and continues after them', () => {
    const output = new Output();
    output.ascii('abcdef');
    expect(getText(output.take(2))).toBe('abcd');
    output.ascii('g');
    expect([output.position, output.last]).toEqual([7, 0x67]);
    expect(getText(output.take(0))).toBe('efg');
  });

  it('returns nothing while it has fewer bytes than are kept', () => {
    const output = new Output();
    output.ascii('ab');
    expect(output.take(3)).toHaveLength(0);
    expect(output.length).toBe(2);
  });

  it('returns bytes that later writes do not change', () => {
    const output = new Output();
    output.ascii('ab');
    const taken = output.take(0);
    output.ascii('cd');
    expect(getText(taken)).toBe('ab');
  });

  it('has no last byte before the first', () => {
    expect(new Output().last).toBe(0);
  });
});
