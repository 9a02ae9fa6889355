import { describe, expect, it } from 'vitest';
import { markdownLimits } from '../../../spec/engine-limits.ts';
import { MarkdownConverter } from './converter.ts';
import { bytesOf, textOf } from './testing/bytes-of.ts';
import { convertInChunks } from './testing/in-chunks.ts';

const notice =
  '<!-- Cloudflare Markdown for Agents: incomplete conversion; source HTML truncated at the conversion size limit -->\n';

/** A page of so many bytes that ends in the given ones. */
function pageOf(size: number, end: string): Uint8Array {
  const page = new Uint8Array(size).fill(0x20);
  page.set(bytesOf('<p>a'));
  page.set(bytesOf(end), size - end.length);
  return page;
}

function converted(html: Uint8Array, size: number): { readonly markdown: string; readonly full: boolean } {
  const converter = new MarkdownConverter();
  let markdown = '';
  for (let at = 0; at < html.length; at += size)
    markdown += textOf(converter.write(html.subarray(at, at + size)));
  return { markdown: markdown + textOf(converter.end()), full: converter.full };
}

describe('the limit of a page', () => {
  const limit = markdownLimits.htmlBytes;

  it('is 6 MiB', () => {
    expect(limit).toBe(6_291_456);
  });

  it.each([{ size: limit }, { size: limit + 1 }, { size: 65_536 }])(
    'lets a page through that just fits, in chunks of $size bytes',
    ({ size }) => {
      expect(converted(pageOf(limit, 'end'), size)).toEqual({ markdown: 'a end\n', full: false });
    },
  );

  it.each([{ size: limit + 1 }, { size: 65_536 }])(
    'cuts the first byte over it, in chunks of $size bytes, and says so',
    ({ size }) => {
      expect(converted(pageOf(limit + 1, 'end'), size)).toEqual({
        markdown: `a en\n\n${notice}`,
        full: true,
      });
    },
  );

  it('drops what is written behind it', () => {
    const converter = new MarkdownConverter();
    converter.write(pageOf(limit, 'end'));
    expect(converter.full).toBe(false);
    converter.write(bytesOf('more'));
    converter.write(bytesOf('and more'));
    expect(converter.full).toBe(true);
    expect(textOf(converter.end())).toBe(`a end\n\n${notice}`);
  });

  it('drops a script of JSON-LD that it cuts, and keeps the ones before', () => {
    const page = pageOf(limit + 40, '<script type="application/ld+json">{"cut":1}</script>');
    page.set(bytesOf('<script type="application/ld+json">{"whole":1}</script>b'), 0);
    expect(converted(page, 100_000).markdown).toBe(`b\n\n${notice}\n\`\`\`json\n{"whole":1}\n\`\`\`\n`);
  });
});

describe('the bounds of metadata', () => {
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
  ])('leave out $what that is too long, and say so', ({ html, reason }) => {
    expect(textOf(convertInChunks(bytesOf(html), []))).toBe(
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
  ])('is the one that $what names', ({ head, charset }) => {
    const page = Uint8Array.from([...bytesOf(head), ...japanese]);
    const options = charset === undefined ? {} : { charset };
    for (const cuts of [[], [...page.keys()]]) {
      expect(textOf(convertInChunks(page, cuts, options))).toBe('日本\n');
    }
  });

  it.each([
    { what: 'UTF-8', page: [0xef, 0xbb, 0xbf, 0xe6, 0x97, 0xa5], markdown: '日\n' },
    { what: 'UTF-16LE', page: [0xff, 0xfe, 0xe5, 0x65], markdown: '日\n' },
    { what: 'UTF-16BE', page: [0xfe, 0xff, 0x65, 0xe5], markdown: '日\n' },
    {
      what: 'UTF-8, of which a mark of its own is left',
      page: [0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf, 0x61],
      markdown: '\ufeffa\n',
    },
  ])('is $what after its mark, which is no text', ({ page, markdown }) => {
    expect(textOf(convertInChunks(Uint8Array.from(page), [1, 2, 3]))).toBe(markdown);
  });
});

describe('MarkdownConverter', () => {
  it('gives Markdown away while the page arrives', () => {
    const converter = new MarkdownConverter();
    const first = converter.write(bytesOf('<p>word '.repeat(1000)));
    expect(first.length).toBeGreaterThan(5000);
    expect(textOf(first) + textOf(converter.end())).toBe(`${'word\n\n'.repeat(999)}word\n`);
  });

  it('makes nothing of nothing', () => {
    const converter = new MarkdownConverter();
    expect([converter.write(new Uint8Array(0)).length, converter.end().length]).toEqual([0, 0]);
  });

  it('keeps pages apart that are converted at the same time', () => {
    const one = new MarkdownConverter();
    const other = new MarkdownConverter();
    one.write(bytesOf('<ul><li><b>a'));
    other.write(bytesOf('<h1>b'));
    expect([textOf(one.end()), textOf(other.end())]).toEqual(['- **a**\n', '# b\n']);
  });
});
