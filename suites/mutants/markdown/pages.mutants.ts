import { defineMutants } from '../mutant.ts';

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
