import { defineMutants, mutant } from '../mutant.ts';

/** Which answers become Markdown, by the client's `Accept` and by the limits. */
export const negotiationMutants = defineMutants([
  mutant('MD-NEG-1', 'wants-html-listed-beside-markdown', {
    file: 'mock/edge/markdown/negotiate.ts',
    replace: 'weight > 0 && weight >= html',
    by: 'html > 0 && weight >= html',
  }),
  mutant('MD-NEG-2', 'knows-markdown-alone-in-accept', {
    file: 'mock/edge/markdown/negotiate.ts',
    replace: '!/text\\/markdown/i',
    by: '!/^text\\/markdown$/i',
  }),
  mutant('MD-NEG-3', 'converts-for-who-accepts-nothing', {
    file: 'mock/edge/markdown/conversion.ts',
    replace: "request.header('accept') ?? null",
    by: "request.header('accept') ?? 'text/markdown'",
  }),
  mutant('MD-NEG-4', 'converts-where-nothing-switches-it-off', {
    file: 'mock/edge/markdown/conversion.ts',
    replace: "decisions['content_converter'] !== true",
    by: "decisions['content_converter'] === 'off'",
  }),
  mutant('MD-LIM-1', 'converts-all-text', {
    file: 'mock/edge/markdown/conversion.ts',
    replace: "getType(answer).essence === 'text/html'",
    by: '/^text\\/(?:html|plain)$/.test(getType(answer).essence)',
  }),
  mutant('MD-LIM-2', 'leaves-pages-of-the-largest-size', {
    file: 'mock/edge/markdown/conversion.ts',
    replace: 'declaredBytes(page.headers) >',
    by: 'declaredBytes(page.headers) >=',
  }),
  mutant('MD-LIM-3', 'reads-the-chunk-beyond-the-limit', {
    file: 'mock/engines/markdown/converter.ts',
    replace: 'chunk.subarray(0, room)',
    by: 'chunk',
  }),
  mutant('MD-LIM-4', 'limits-only-what-is-not-compressed', {
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
  }),
]);

/** Pages as Markdown: headers, frontmatter, body and JSON-LD. */
export const pageMutants = defineMutants([
  mutant('MD-BODY-6', 'keeps-footers', {
    file: 'mock/engines/markdown/elements.ts',
    replace: "const stripped = 'header footer nav",
    by: "const stripped = 'header nav",
  }),
  mutant('MD-LD-3', 'separates-json-ld-by-blank-lines', {
    file: 'mock/engines/markdown/json-ld.ts',
    replace: "this.#scripts.join('\\n')",
    by: "this.#scripts.join('\\n\\n')",
  }),
  mutant('MD-HDR-12', 'keeps-the-etag-of-the-page', {
    file: 'mock/edge/markdown/converted-headers.ts',
    replace: "  'etag',\n",
    by: '',
  }),
]);
