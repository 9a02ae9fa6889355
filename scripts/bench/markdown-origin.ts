/** An origin that serves pages of the benchmark: `bun scripts/bench/markdown-origin.ts PORT`, then `/KIND/SIZE`. */
import { markdownPage, type PageSize, pageKinds, pageSizes } from './markdown-pages.ts';

const pages = new Map<string, Uint8Array<ArrayBuffer>>();

function page(path: string): Uint8Array<ArrayBuffer> {
  const [, kind = 'docs', size = '20 KB'] = decodeURIComponent(path).split('/');
  const known = pageKinds.find((name) => name === kind) ?? 'docs';
  const made = pages.get(path) ?? markdownPage(known, pageSizes[size as PageSize] ?? pageSizes['20 KB']);
  pages.set(path, made);
  return made;
}

Bun.serve({
  port: Number(process.argv[2]),
  hostname: '127.0.0.1',
  fetch: ({ url }) =>
    new Response(page(new URL(url).pathname), { headers: { 'content-type': 'text/html; charset=utf-8' } }),
});
