import { html } from 'hono/html';

/** A small page of the edge itself: for refusals, failures of the origin, and the built-in origin. */
export function page(title: string, paragraphs: readonly string[]): string {
  // Needs no promise, since no part here is one.
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; color: #1d2630; background: #f5f7fa; margin: 0; }
main { max-width: 40rem; margin: 15vh auto 0; padding: 0 1.5rem; overflow-wrap: anywhere; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 1rem; }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
${paragraphs.map((text) => html`<p>${text}</p>`)}
</main>
</body>
</html>
`);
}

/** An HTML answer of the edge itself. */
export function pageResponse(
  status: number,
  title: string,
  paragraphs: readonly string[],
  headers: HeadersInit = {},
) {
  const response = new Response(page(title, paragraphs), { status, headers });
  response.headers.set('content-type', 'text/html; charset=UTF-8');
  response.headers.set('cache-control', 'private, no-store');
  return response;
}
