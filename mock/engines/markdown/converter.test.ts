import { describe, expect, it } from 'vitest';
import { markdownLimits } from '../../../spec/engine-limits.ts';
import {
  incompleteNotice,
  MarkdownConverter,
  markdownStream,
  type Shortfall,
  toMarkdown,
} from './converter.ts';
import * as door from './index.ts';
import { convertInChunks, getText, toBytes } from './testing/to-bytes.ts';

describe('incompleteNotice', () => {
  it.each<{ readonly what: string; readonly shortfalls: readonly Shortfall[]; readonly notice: string }>([
    { what: 'nothing', shortfalls: [], notice: '' },
    {
      what: 'a truncated page',
      shortfalls: ['source HTML truncated at the conversion size limit'],
      notice:
        '<!-- Cloudflare Markdown for Agents: incomplete conversion; source HTML truncated at the conversion size limit -->\n',
    },
    {
      what: 'two reasons',
      shortfalls: ['oversized front matter omitted', 'oversized JSON-LD omitted'],
      notice:
        '<!-- Cloudflare Markdown for Agents: incomplete conversion; oversized front matter omitted; oversized JSON-LD omitted -->\n',
    },
  ])('reports $what', ({ shortfalls, notice }) => {
    expect(incompleteNotice(shortfalls)).toBe(notice);
  });
});

const notice =
  '<!-- Cloudflare Markdown for Agents: incomplete conversion; source HTML truncated at the conversion size limit -->\n';

/** A page with this many bytes, which ends in the given ones. */
function getPage(size: number, end: string): Uint8Array {
  const page = new Uint8Array(size).fill(0x20);
  page.set(toBytes('<p>a'));
  page.set(toBytes(end), size - end.length);
  return page;
}

function converted(html: Uint8Array, size: number): { readonly markdown: string; readonly full: boolean } {
  const converter = new MarkdownConverter();
  let markdown = '';
  for (let at = 0; at < html.length; at += size)
    markdown += getText(converter.write(html.subarray(at, at + size)));
  return { markdown: markdown + getText(converter.end()), full: converter.full };
}

describe('the limit of a page', () => {
  const limit = markdownLimits.htmlBytes;

  it('is 6 MiB', () => {
    expect(limit).toBe(6_291_456);
  });

  it.each([{ size: limit }, { size: limit + 1 }, { size: 65_536 }])(
    'accepts a page that just fits, in chunks of $size bytes',
    ({ size }) => {
      expect(converted(getPage(limit, 'end'), size)).toEqual({ markdown: 'a end\n', full: false });
    },
  );

  it.each([{ size: limit + 1 }, { size: 65_536 }])(
    'cuts the first byte over it, in chunks of $size bytes, and reports it',
    ({ size }) => {
      expect(converted(getPage(limit + 1, 'end'), size)).toEqual({
        markdown: `a en\n\n${notice}`,
        full: true,
      });
    },
  );

  it('drops everything after it', () => {
    const converter = new MarkdownConverter();
    converter.write(getPage(limit, 'end'));
    expect(converter.full).toBe(false);
    converter.write(toBytes('more'));
    converter.write(toBytes('and more'));
    expect(converter.full).toBe(true);
    expect(getText(converter.end())).toBe(`a end\n\n${notice}`);
  });

  it('drops a script of JSON-LD that it cuts, and keeps earlier ones', () => {
    const page = getPage(limit + 40, '<script type="application/ld+json">{"cut":1}</script>');
    page.set(toBytes('<script type="application/ld+json">{"whole":1}</script>b'), 0);
    expect(converted(page, 100_000).markdown).toBe(`b\n\n${notice}\n\`\`\`json\n{"whole":1}\n\`\`\`\n`);
  });
});

describe('the limits of metadata', () => {
  const tooLong = 'x'.repeat(markdownLimits.frontmatterBytes);
  const json = `<script type="application/ld+json">"${'x'.repeat(markdownLimits.jsonLdBytes)}"</script>`;

  it.each([
    {
      what: 'frontmatter',
      html: `<meta name=title content=${tooLong}>a`,
      reason: 'oversized front matter omitted',
    },
    { what: 'JSON-LD', html: `a${json}`, reason: 'oversized JSON-LD omitted' },
    {
      what: 'both',
      html: `<meta name=title content=${tooLong}>a${json}`,
      reason: 'oversized front matter omitted; oversized JSON-LD omitted',
    },
  ])('leave out $what that is too long, and report it', ({ html, reason }) => {
    expect(getText(convertInChunks(toBytes(html), []))).toBe(
      `a\n\n<!-- Cloudflare Markdown for Agents: incomplete conversion; ${reason} -->\n`,
    );
  });
});

describe('the encoding of a page', () => {
  const japanese = Uint8Array.from([0x93, 0xfa, 0x96, 0x7b]);

  it.each([
    { what: 'the header', head: '', charset: 'shift_jis' },
    { what: 'a meta tag', head: '<meta charset=shift_jis>', charset: undefined },
    { what: 'the header rather than a meta tag', head: '<meta charset=utf-8>', charset: 'Shift_JIS' },
  ])('is the one from $what', ({ head, charset }) => {
    const page = Uint8Array.from([...toBytes(head), ...japanese]);
    const options = charset === undefined ? {} : { charset };
    for (const cuts of [[], [...page.keys()]]) {
      expect(getText(convertInChunks(page, cuts, options))).toBe('日本\n');
    }
  });

  it.each([
    { what: 'UTF-8', page: [0xef, 0xbb, 0xbf, 0xe6, 0x97, 0xa5], markdown: '日\n' },
    { what: 'UTF-16LE', page: [0xff, 0xfe, 0xe5, 0x65], markdown: '日\n' },
    { what: 'UTF-16BE', page: [0xfe, 0xff, 0x65, 0xe5], markdown: '日\n' },
    {
      what: 'UTF-8, with one byte order mark of two',
      page: [0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf, 0x61],
      markdown: '\ufeffa\n',
    },
  ])('is $what after its byte order mark, which is not text', ({ page, markdown }) => {
    expect(getText(convertInChunks(Uint8Array.from(page), [1, 2, 3]))).toBe(markdown);
  });
});

describe('MarkdownConverter', () => {
  it('returns Markdown while the page arrives', () => {
    const converter = new MarkdownConverter();
    const first = converter.write(toBytes('<p>word '.repeat(1000)));
    expect(first.length).toBeGreaterThan(5000);
    expect(getText(first) + getText(converter.end())).toBe(`${'word\n\n'.repeat(999)}word\n`);
  });

  it('returns nothing for an empty page', () => {
    const converter = new MarkdownConverter();
    expect([converter.write(new Uint8Array(0)).length, converter.end().length]).toEqual([0, 0]);
  });

  it('converts several pages at once independently', () => {
    const one = new MarkdownConverter();
    const other = new MarkdownConverter();
    one.write(toBytes('<ul><li><b>a'));
    other.write(toBytes('<h1>b'));
    expect([getText(one.end()), getText(other.end())]).toEqual(['- **a**\n', '# b\n']);
  });
});

describe('toMarkdown', () => {
  it('converts the page of its example', () => {
    expect(
      toMarkdown('<h1>Hello</h1><p>A <a href="/b">link</a>.</p>', { url: 'https://example.com/a' }),
    ).toBe('# Hello\n\nA [link](https://example.com/b).\n');
  });

  it.each([
    { what: 'bytes', html: toBytes('<p>é'), charset: undefined, markdown: 'é\n' },
    {
      what: 'bytes in another encoding',
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
      what: 'a string with a lone surrogate',
      html: '<p>a\ud800b',
      charset: undefined,
      markdown: 'a\ufffdb\n',
    },
    { what: 'nothing', html: '', charset: undefined, markdown: '' },
    {
      what: 'anything but HTML',
      html: '{"a": [1, "*"]}',
      charset: undefined,
      markdown: '{"a": \\[1, "\\*"]}\n',
    },
  ])('accepts $what', ({ html, charset, markdown }) => {
    expect(toMarkdown(html, charset === undefined ? {} : { charset })).toBe(markdown);
  });

  it('does not change the given bytes', () => {
    const html = toBytes('<p>a &amp; b');
    toMarkdown(html);
    expect(html).toEqual(toBytes('<p>a &amp; b'));
  });

  it('is exported with the converter and the stream', () => {
    expect(Object.keys(door).sort()).toEqual(['MarkdownConverter', 'markdownStream', 'toMarkdown']);
  });
});

/** Pages made to break converters: limited in depth, time and output. */
describe('a hostile page', () => {
  it.each([
    {
      what: 'a hundred thousand nested elements',
      html: `${'<div><ul><li><b><blockquote>'.repeat(20_000)}a`,
    },
    { what: 'nested tables', html: `${'<table><tr><td>'.repeat(20_000)}a` },
    { what: 'tags that are never closed', html: `${'<em><a href=x><code>'.repeat(50_000)}a` },
    { what: 'unmatched end tags', html: `a${'</p></div></em></table>'.repeat(50_000)}` },
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

interface Source {
  readonly stream: ReadableStream<Uint8Array>;
  /** Number of chunks requested. */
  pulls: number;
  /** The reason of the cancellation. */
  cancelled: unknown[];
}

/** A source of the chunks from `chunkAt` until that is undefined, which counts requests. */
function getSource(chunkAt: (index: number) => Uint8Array | undefined): Source {
  const source: Source = {
    pulls: 0,
    cancelled: [],
    stream: new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const chunk = chunkAt(source.pulls++);
          if (chunk === undefined) controller.close();
          else controller.enqueue(chunk);
        },
        cancel(reason) {
          source.cancelled.push(reason);
        },
      },
      { highWaterMark: 0 },
    ),
  };
  return source;
}

function chunks(...texts: string[]): Source {
  return getSource((index) => (index < texts.length ? toBytes(texts[index] ?? '') : undefined));
}

async function read(stream: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(stream).text();
}

/** Enough to yield Markdown at once. */
const paragraphs = '<p>word</p>'.repeat(500);

describe('markdownStream', () => {
  it('converts a page that arrives in chunks', async () => {
    const { stream } = chunks('<h1>a</', 'h1><a hr', 'ef=b>c', '</a>');
    expect(await read(markdownStream(stream, { url: 'https://h.example/' }))).toBe(
      '# a\n\n[c](https://h.example/b)\n',
    );
  });

  it('gives nothing for a page without content', async () => {
    expect(await read(markdownStream(chunks().stream))).toBe('');
  });

  it('accepts empty chunks', async () => {
    expect(await read(markdownStream(chunks('', 'a', '', '').stream))).toBe('a\n');
  });

  it('asks for no more than is read of it', async () => {
    const source = getSource(() => toBytes(paragraphs));
    const reader = markdownStream(source.stream).getReader();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(source.pulls).toBe(0);
    await reader.read();
    const first = source.pulls;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([first, source.pulls]).toEqual([1, 1]);
    await reader.read();
    expect(source.pulls).toBe(2);
    await reader.cancel();
  });

  it('gives Markdown before the page has ended', async () => {
    const source = getSource((index) => toBytes(index === 0 ? paragraphs : ''));
    const { value, done } = await markdownStream(source.stream).getReader().read();
    expect([done, getText(value ?? new Uint8Array(0)).startsWith('word\n\nword')]).toEqual([false, true]);
  });

  it('cancels its source when it is cancelled, with the same reason', async () => {
    const source = getSource(() => toBytes(paragraphs));
    const reader = markdownStream(source.stream).getReader();
    await reader.read();
    await reader.cancel('enough');
    expect(source.cancelled).toEqual(['enough']);
  });

  it('fails as its source fails', async () => {
    const failure = new Error('reset');
    const source = getSource((index) => {
      if (index > 0) throw failure;
      return toBytes(paragraphs);
    });
    const reader = markdownStream(source.stream).getReader();
    await reader.read();
    await expect(reader.read()).rejects.toBe(failure);
  });

  it('ends at the limit, says so, and cancels its source', async () => {
    const chunk = new Uint8Array(1_000_000).fill(0x20);
    chunk.set(toBytes('<p>a'));
    const source = getSource(() => chunk);
    const markdown = await read(markdownStream(source.stream));
    expect(markdown).toBe(
      `${'a\n\n'.repeat(7)}<!-- Cloudflare Markdown for Agents: incomplete conversion; source HTML truncated at the conversion size limit -->\n`,
    );
    expect([source.pulls, source.cancelled.length]).toEqual([
      Math.ceil((markdownLimits.htmlBytes + 1) / chunk.length),
      1,
    ]);
  });

  it('ends at the limit even if its source can’t be cancelled', async () => {
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(4_000_000).fill(0x61)),
      cancel: () => Promise.reject(new Error('no')),
    });
    expect((await read(markdownStream(stream))).length).toBeGreaterThan(markdownLimits.htmlBytes);
  });
});
