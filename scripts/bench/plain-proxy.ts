/**
 * The least that a reverse proxy does: `bun scripts/bench/plain-proxy.ts PORT ORIGIN`. Headers and body go
 * through, and nobody looks at either.
 */
const [port, origin = ''] = process.argv.slice(2);

Bun.serve({
  port: Number(port),
  hostname: '127.0.0.1',
  fetch(request) {
    const { pathname, search } = new URL(request.url);
    return fetch(`${origin}${pathname}${search}`, {
      method: request.method,
      headers: request.headers,
      body: request.body,
      redirect: 'manual',
    });
  },
});
