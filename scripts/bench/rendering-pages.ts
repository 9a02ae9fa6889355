/** The page to draw: a heading, two paragraphs, a box with a shadow and a gradient; no request, no script. */
export const simplePage = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Simple</title>
<style>body{margin:40px;font:16px/1.5 sans-serif;color:#223}.box{width:300px;height:120px;border-radius:12px;
background:linear-gradient(90deg,#06c,#0a6);box-shadow:0 4px 12px #0004}</style>
<h1>A simple page</h1><p>Some words, and <a href="/next">a link</a>.</p><div class="box"></div>
<p>Some more of them at the end.</p>`;

/** The same with a script, so that the page could leave something behind. */
export const scriptedPage = `${simplePage}<script>document.title = 'Scripted'</script>`;

/** The size of the window. */
export const viewport = { width: 1280, height: 720 };

export const anchors = 10_000;

const manyLinks = `<!doctype html><title>Links</title>${Array.from(
  { length: anchors },
  (_, index) => `<a href="/page/${index}">page ${index}</a> `,
).join('')}`;

/** Serves the pages over HTTP on a free port, which it returns. */
export function servePages(): { readonly port: number; stop(): void } {
  const html = { headers: { 'content-type': 'text/html; charset=utf-8' } };
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) => new Response(new URL(url).pathname === '/links' ? manyLinks : simplePage, html),
  });
  // It listens on TCP, so it has a port.
  return { port: server.port ?? 0, stop: () => void server.stop(true) };
}
