import { defineMutants } from '../mutant.ts';

/** Which answers become Markdown at all: what the client accepts, and what the limits say. */
export const negotiationMutants = defineMutants([
  {
    id: 'wants-html-listed-beside-markdown',
    requirement: 'MD-NEG-1',
    does: 'It converts only for clients that list HTML beside Markdown.',
    file: 'mock/edge/markdown/negotiate.ts',
    replace: 'weight > 0 && weight >= html',
    by: 'html > 0 && weight >= html',
  },
  {
    id: 'knows-markdown-alone-in-accept',
    requirement: 'MD-NEG-2',
    does: 'It converts only where Markdown is all that the Accept says.',
    file: 'mock/edge/markdown/negotiate.ts',
    replace: '!/text\\/markdown/i',
    by: '!/^text\\/markdown$/i',
  },
  {
    id: 'converts-for-who-accepts-nothing',
    requirement: 'MD-NEG-3',
    does: 'It converts for clients that do not say what they accept.',
    file: 'mock/edge/markdown/conversion.ts',
    replace: "request.header('accept') ?? null",
    by: "request.header('accept') ?? 'text/markdown'",
  },
  {
    id: 'converts-where-nothing-switches-it-off',
    requirement: 'MD-NEG-4',
    does: 'It converts in zones that have not switched the conversion on.',
    file: 'mock/edge/markdown/conversion.ts',
    replace: "decisions['content_converter'] !== true",
    by: "decisions['content_converter'] === 'off'",
  },
  {
    id: 'converts-all-text',
    requirement: 'MD-LIM-1',
    does: 'It converts what the origin calls plain text.',
    file: 'mock/edge/markdown/conversion.ts',
    replace: "type.essence !== 'text/html'",
    by: '!/^text\\/(?:html|plain)$/.test(type.essence)',
  },
  {
    id: 'leaves-pages-of-the-largest-size',
    requirement: 'MD-LIM-2',
    does: 'It leaves a page that declares the largest size that is converted.',
    file: 'mock/edge/markdown/conversion.ts',
    replace: 'declaredBytes(page.headers) >',
    by: 'declaredBytes(page.headers) >=',
  },
  {
    id: 'reads-the-chunk-beyond-the-limit',
    requirement: 'MD-LIM-3',
    does: 'It converts all of the chunk in which a page exceeds the limit.',
    file: 'mock/engines/markdown/converter.ts',
    replace: 'chunk.subarray(0, room)',
    by: 'chunk',
  },
  {
    id: 'limits-only-what-is-not-compressed',
    requirement: 'MD-LIM-4',
    does: 'It holds the size of compressed pages to no limit once they are decompressed.',
    file: 'mock/engines/markdown/converter.ts',
    replace: 'markdownLimits.htmlBytes - this.#read',
    by: 'this.coded ? Infinity : markdownLimits.htmlBytes - this.#read',
    and: [
      {
        file: 'mock/engines/markdown/converter.ts',
        replace: 'this.#charset = options.charset;',
        by: 'this.#charset = options.charset; this.coded = options.coded;',
      },
      {
        file: 'mock/edge/markdown/conversion.ts',
        replace: '{ url } : { url, charset }',
        by: '{ url, coded: codings.length > 0 } : { url, charset, coded: codings.length > 0 }',
      },
    ],
  },
]);

/** Pages as Markdown: headers, frontmatter, body and JSON-LD. */
export const pageMutants = defineMutants([
  {
    id: 'keeps-footers',
    requirement: 'MD-BODY-6',
    does: 'It leaves the footers of pages in their Markdown.',
    file: 'mock/engines/markdown/elements.ts',
    replace: "const stripped = 'header footer nav",
    by: "const stripped = 'header nav",
  },
  {
    id: 'separates-json-ld-by-blank-lines',
    requirement: 'MD-LD-3',
    does: 'It has a blank line between the JSON-LD scripts of a page.',
    file: 'mock/engines/markdown/json-ld.ts',
    replace: "this.#scripts.join('\\n')",
    by: "this.#scripts.join('\\n\\n')",
  },
  {
    id: 'keeps-the-etag-of-the-page',
    requirement: 'MD-HDR-12',
    does: 'It answers Markdown with the ETag of the HTML.',
    file: 'mock/edge/markdown/converted-headers.ts',
    replace: "  'etag',\n",
    by: '',
  },
]);
