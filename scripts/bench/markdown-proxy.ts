/** A server that fetches from an origin and streams the page through mdream, and nothing else: `... PORT ORIGIN`. */
import { loadEngine } from './markdown-engines.ts';

const [port, origin = ''] = process.argv.slice(2);
const mdream = await loadEngine('mdream');

function conversion(): TransformStream<Uint8Array, Uint8Array> {
  const page = mdream.open?.();
  return new TransformStream({
    transform(chunk, controller) {
      const markdown = page?.write(chunk);
      if (markdown && markdown.length > 0) controller.enqueue(markdown);
    },
    flush(controller) {
      const markdown = page?.end();
      if (markdown && markdown.length > 0) controller.enqueue(markdown);
    },
  });
}

Bun.serve({
  port: Number(port),
  hostname: '127.0.0.1',
  async fetch(request) {
    const { pathname, search } = new URL(request.url);
    const answer = await fetch(`${origin}${pathname}${search}`, { signal: request.signal });
    return new Response(answer.body?.pipeThrough(conversion()) ?? null, {
      headers: { 'content-type': 'text/markdown; charset=utf-8', vary: 'accept' },
    });
  },
});
