/** A minimal server: `bun scripts/bench/bare-server.ts PORT BODY`. */
const [port, body] = process.argv.slice(2);

Bun.serve({
  port: Number(port),
  hostname: '127.0.0.1',
  fetch: () => new Response(body, { headers: { 'content-type': 'application/json' } }),
});
