import { createDocument } from '@mixmark-io/domino';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { References } from './references.ts';
import { getAttributes, getText, toBytes } from './testing/to-bytes.ts';
import { Tokenizer, type TokenSink } from './tokenizer.ts';

/** The tokens of a page: `text`, `<a href>` with its attributes, `</a>`, and `[content]` of raw elements. */
function getTokens(html: string, size = html.length): string[] {
  const events: string[] = [];
  const add = (kind: string, piece: string) => {
    const last = events.at(-1);
    if (last?.startsWith(kind) && kind !== '<') events[events.length - 1] = last + piece;
    else events.push(kind + piece);
  };
  const sink: TokenSink = {
    text: (source, start, end) => add('text ', getText(source, start, end)),
    open: ({ name }, source, start, end) => add('<', `${name}${getText(source, start, end)}>`),
    close: ({ name }) => add('</', `${name}>`),
    content: (source, start, end) => add('content ', getText(source, start, end)),
  };
  const tokenizer = new Tokenizer(sink);
  const bytes = toBytes(html);
  for (let at = 0; at < bytes.length; at += Math.max(1, size))
    tokenizer.write(bytes.slice(at, at + Math.max(1, size)));
  tokenizer.end();
  return events;
}

describe('Tokenizer', () => {
  it.each([
    { html: 'a<p>b</p>', events: ['text a', '<p>', 'text b', '</p>'] },
    { html: '<P CLASS=x >', events: ['<p CLASS=x >'] },
    { html: '<a href="x>y">z', events: ['<a href="x>y">', 'text z'] },
    { html: "<a href='x>y' b>z", events: ["<a href='x>y' b>", 'text z'] },
    { html: '<a href=x"y>z', events: ['<a href=x"y>', 'text z'] },
    { html: '<a "x>z', events: ['<a "x>', 'text z'] },
    { html: '<br/>', events: ['<br/>'] },
    { html: "<p ='>a", events: ["<p ='>", 'text a'] },
    { html: '<span>a</span>', events: ['text a'] },
    { html: '1 < 2 <3 <= <', events: ['text 1 < 2 <3 <= <'] },
    { html: 'a</>b', events: ['text ab'] },
    { html: 'a</ p>b', events: ['text ab'] },
    { html: '<p x', events: [] },
    { html: 'a<!-- <p> -->b', events: ['text ab'] },
    { html: 'a<!--> b', events: ['text a b'] },
    { html: 'a<!---> b', events: ['text a b'] },
    { html: 'a<!-- x --!> b', events: ['text a b'] },
    { html: 'a<!-- x -- > b', events: ['text a'] },
    { html: 'a<!----!> b', events: ['text a b'] },
    { html: 'a<!---!> b', events: ['text a'] },
    { html: 'a</', events: ['text a</'] },
    { html: 'a<!doctype html>b', events: ['text ab'] },
    { html: 'a<![CDATA[x]]>b', events: ['text ab'] },
    { html: 'a<?php x ?>b', events: ['text ab'] },
    { html: 'a<!-- x', events: ['text a'] },
    { html: '<script>a<p>b</p></script>c', events: ['<script>', 'content a<p>b</p>', '</script>', 'text c'] },
    { html: '<script>a</SCRIPT >b', events: ['<script>', 'content a', '</script>', 'text b'] },
    { html: '<script>a</scripts>b', events: ['<script>', 'content a</scripts>b'] },
    { html: '<style><!-- </style> -->', events: ['<style>', 'content <!-- ', '</style>', 'text  -->'] },
    { html: '<textarea><p></textarea>', events: ['<textarea>', 'content <p>', '</textarea>'] },
    { html: '<svg><style/><p>', events: ['<svg>', '<style/>', '</style>', '<p>'] },
    { html: '', events: [] },
  ])('reports $events of $html', ({ html, events }) => {
    const merged = events.map((event) => event);
    for (const size of [1, 2, 3, html.length]) expect(join(getTokens(html, size))).toEqual(merged);
  });

  it('splits long text independently of chunks, between words if it can', () => {
    const html = `${'word '.repeat(5000)}${'x'.repeat(20_000)}${'é&amp;'.repeat(5000)}`;
    const pieces = (size: number) => {
      const texts: string[] = [];
      const none = () => {};
      const tokenizer = new Tokenizer({
        text: (source, start, end) => texts.push(getText(source, start, end)),
        open: none,
        close: none,
        content: none,
      });
      const bytes = toBytes(html);
      for (let at = 0; at < bytes.length; at += size) tokenizer.write(bytes.slice(at, at + size));
      tokenizer.end();
      return texts;
    };
    const whole = pieces(1_000_000);
    expect(whole.join('')).toBe(html);
    expect(whole.length).toBeGreaterThan(5);
    expect(whole.join('|')).not.toMatch(/\ufffd|&\|?a?\|?m?\|?p?\|;|wo\|rd/);
    expect(pieces(777)).toEqual(whole);
  });

  it('finds the text that a browser finds, whatever is in between', () => {
    const token = fc.constantFrom(
      ...[
        'a',
        ' ',
        '<b>',
        '</b>',
        '<i x="',
        '">',
        "<i x='",
        "'>",
        '<i x=',
        '>',
        '<',
        '</',
        '<!',
        '<!--',
        '-->',
        '--',
      ],
      ...[
        '<!-->',
        '--!>',
        '<!doctype>',
        '<?',
        '&amp;',
        '&lt',
        '&',
        '"',
        "'",
        '/',
        '/>',
        '<x-y',
        '=',
        '-',
        '!',
      ],
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 14 }), (tokens) => {
        const html = `x${tokens.join('')}`;
        const seen = createDocument(`<body>${html}`).body.textContent;
        const text = join(getTokens(html)).filter((event) => event.startsWith('text '));
        expect(withoutReferences(text.map((event) => event.slice(5)).join(''))).toBe(seen);
      }),
      { numRuns: 1500 },
    );
  });
});

/** Joins adjacent texts. */
function join(events: readonly string[]): string[] {
  const joined: string[] = [];
  for (const event of events) {
    const last = joined.at(-1);
    if (last?.startsWith('text ') && event.startsWith('text '))
      joined[joined.length - 1] = last + event.slice(5);
    else joined.push(event);
  }
  return joined;
}

function withoutReferences(text: string): string {
  const references = new References();
  const bytes = toBytes(text);
  let read = '';
  for (let at = 0; at < bytes.length; ) {
    const found = bytes[at] === 0x26 ? references.read(bytes, at, bytes.length) : undefined;
    read += found ?? getText(bytes, at, at + 1);
    at = found === undefined ? at + 1 : references.end;
  }
  return read;
}

describe('Attributes', () => {
  it.each([
    { written: ' href="/a"', value: '/a' },
    { written: " href='/a'", value: '/a' },
    { written: ' href=/a', value: '/a' },
    { written: ' href = "/a" ', value: '/a' },
    { written: '\n\tHREF\f=\r/a', value: '/a' },
    { written: ' href', value: '' },
    { written: ' href=', value: '' },
    { written: ' href=""', value: '' },
    { written: ' href=/a/', value: '/a/' },
    { written: ' href="a b > c"', value: 'a b > c' },
    { written: ' href="it\'s"', value: "it's" },
    { written: ' x="href=y" href=z', value: 'z' },
    { written: ' x=\'"\' href="z"', value: 'z' },
    { written: ' href=first href=second', value: 'first' },
    { written: ' x/href=z', value: 'z' },
    { written: ' x="y"href=z', value: 'z' },
    { written: ' =href=z href=y', value: 'y' },
    { written: ' href="?a&amp;b&lt;c&#x41;"', value: '?a&b<cA' },
    { written: ' href="?a=1&copy=2&not;"', value: '?a=1&copy=2¬' },
    { written: ' href="日本 😀"', value: '日本 😀' },
    { written: ' data-href=x', value: undefined },
    { written: ' hre=x', value: undefined },
    { written: ' x="href"', value: undefined },
    { written: '', value: undefined },
  ])('finds href in `$written`: $value', ({ written, value }) => {
    expect(getAttributes(written).get('href')).toBe(value);
  });

  it('reads only the given tag', () => {
    const attributes = getAttributes(' id=x');
    const page = toBytes('<a class=b><i href=c>');
    attributes.read(page, 2, 10);
    expect([attributes.get('id'), attributes.get('class'), attributes.get('href')]).toEqual([
      undefined,
      'b',
      undefined,
    ]);
  });

  it('reads invalid UTF-8 as replacement characters', () => {
    const attributes = getAttributes('');
    attributes.read(Uint8Array.from([0x61, 0x3d, 0xff, 0x62]), 0, 4);
    expect(attributes.get('a')).toBe('\ufffdb');
  });
});
