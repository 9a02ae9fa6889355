/**
 * What every reverse proxy does, and no more: `bun scripts/bench/plain-proxy.ts PORT ORIGIN`. It hands on
 * method, headers, host and body, says for whom, and leaves redirects and encodings to the client.
 */
const [port, origin = ''] = process.argv.slice(2);

Bun.serve({
  port: Number(port),
  hostname: '127.0.0.1',
  fetch(request, server) {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    headers.delete('connection');
    headers.set('x-forwarded-for', server.requestIP(request)?.address ?? '');
    headers.set('x-forwarded-proto', 'http');
    return fetch(`${origin}${pathname}${search}`, {
      method: request.method,
      headers,
      body: request.body,
      redirect: 'manual',
      decompress: false,
    });
  },
});
