/**
 * A reverse proxy without an edge: `bun scripts/bench/plain-proxy.ts PORT ORIGIN`. It does what a proxy has to
 * do (RFC 9110, section 7.6) and what every one does: hands on method, host, headers and body, keeps what
 * belongs to a connection, says for whom it asks, gives up on a silent origin, and stops when its client does.
 */
const [port, origin = ''] = process.argv.slice(2);

const ofTheConnection = [
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
];

function withoutConnection(headers: Headers): Headers {
  for (const name of ofTheConnection) headers.delete(name);
  return headers;
}

Bun.serve({
  port: Number(port),
  hostname: '127.0.0.1',
  async fetch(request, server) {
    const { pathname, search } = new URL(request.url);
    const headers = withoutConnection(new Headers(request.headers));
    headers.set('x-forwarded-for', server.requestIP(request)?.address ?? '');
    headers.set('x-forwarded-proto', 'http');
    const answer = await fetch(`${origin}${pathname}${search}`, {
      method: request.method,
      headers,
      body: request.body,
      redirect: 'manual',
      decompress: false,
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(100_000)]),
    });
    withoutConnection(answer.headers);
    return answer;
  },
});
