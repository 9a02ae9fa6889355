/** The pages that are converted: made by code, the same in every run, of the kinds that people serve. */
import { Draws } from './markdown-random.ts';
import {
  codeSection,
  docsSection,
  linkSection,
  otherScriptSection,
  type Section,
  tableSection,
} from './markdown-sections.ts';

const sections = {
  docs: docsSection,
  tables: tableSection,
  code: codeSection,
  links: linkSection,
  'other scripts': otherScriptSection,
} as const satisfies Record<string, Section>;

export type PageKind = keyof typeof sections;

export const pageKinds = Object.keys(sections) as PageKind[]; // Object.keys forgets what the keys are.

/** Sizes in bytes. The largest is what the conversion reads of a page (seed inference-and-conversion, Limits). */
export const pageSizes = {
  '20 KB': 20_000,
  '200 KB': 200_000,
  '1 MB': 1_000_000,
  '6 MiB': 6_291_456,
} as const;

export type PageSize = keyof typeof pageSizes;

const head = (draws: Draws) => `<!DOCTYPE html>
<html lang="en" class="no-js" data-theme="light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${draws.words(4)} | Example</title>
<meta name="title" content="${draws.words(4)}">
<meta name="description" content="${draws.words(14)}">
<meta property="og:image" content="https://www.example.com/og/${draws.slug()}.png">
<link rel="canonical" href="https://www.example.com/docs/${draws.slug()}/">
<link rel="stylesheet" href="/assets/main.css?v=${draws.below(10_000)}">
<style>:root{--gap:1rem}.card>a:hover{color:red}.grid{display:grid;gap:var(--gap)}</style>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"TechArticle","headline":"${draws.words(4)}"}</script>
<script>document.documentElement.classList.replace("no-js","js");if(1<2&&2>1){window.ready=true}</script>
</head>
<body class="page">
<header class="site-header"><a href="/" class="logo">Example</a><form role="search"><input name="q"></form></header>
<nav class="sidebar"><ul>
${Array.from({ length: 20 }, () => `<li><a href="/docs/${draws.slug()}/">${draws.words(2)}</a></li>`).join('\n')}
</ul></nav>
<main id="content"><article>
<h1>${draws.words(5)}</h1>
`;

const tail = `</article></main>
<footer><p>Example, 2026</p><nav><a href="/privacy">Privacy</a> <a href="/terms">Terms</a></nav></footer>
<script src="/assets/main.js" async></script>
</body>
</html>
`;

/**
 * A page of a kind, as UTF-8. It has at most `size` bytes, and not many fewer.
 *
 * @example
 * markdownPage('docs', 20_000).length; // 19,000 or so
 */
export function markdownPage(kind: PageKind, size: number): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const draws = new Draws(1 + pageKinds.indexOf(kind));
  const page = new Uint8Array(size);
  let used = 0;
  const put = (bytes: Uint8Array) => {
    page.set(bytes, used);
    used += bytes.length;
  };
  put(encoder.encode(head(draws)));
  const end = encoder.encode(tail);
  // A section that is too long may be followed by one that still fits.
  for (let tooLong = 0; tooLong < 16; ) {
    const section = encoder.encode(sections[kind](draws));
    if (used + section.length + end.length > size) tooLong++;
    else put(section);
  }
  put(end);
  return page.slice(0, used);
}

/** The pieces of a page as they come off a connection; they share its memory. */
export function chunksOf(page: Uint8Array, bytes = 65_536): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let from = 0; from < page.length; from += bytes) chunks.push(page.subarray(from, from + bytes));
  return chunks;
}

/** Puts pieces together again. */
export function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const page = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let used = 0;
  for (const chunk of chunks) {
    page.set(chunk, used);
    used += chunk.length;
  }
  return page;
}
