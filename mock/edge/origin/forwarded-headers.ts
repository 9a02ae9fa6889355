/** Headers of a single connection: RFC 9110, section 7.6.1. */
const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The names of a message's hop-by-hop headers, including those in `Connection`. */
export function connectionHeaders(connection: string | null): ReadonlySet<string> {
  if (connection === null) return hopByHop;
  const named = connection.split(',').map((name) => name.trim().toLowerCase());
  return new Set([...hopByHop, ...named]);
}

/**
 * The headers of a zone request for its origin: without hop-by-hop headers, and with what the platform adds. `Expect`
 * is left out too, since the server has already met it.
 */
export function forwardedHeaders(
  request: Request,
  { host, clientAddress }: { readonly host: string; readonly clientAddress: string },
): Headers {
  const headers = new Headers(request.headers);
  for (const name of connectionHeaders(headers.get('connection'))) headers.delete(name);
  headers.delete('expect');
  headers.set('host', host);
  headers.set('cf-connecting-ip', clientAddress);
  const before = headers.get('x-forwarded-for');
  headers.set('x-forwarded-for', before === null ? clientAddress : `${before}, ${clientAddress}`);
  headers.set('x-forwarded-proto', request.url.startsWith('https:') ? 'https' : 'http');
  return headers;
}

/**
 * Aborts when the client of a request disconnects. Deno has no such signal: its server also aborts the signal of a
 * completed request, and logs a warning to stderr if anything listens.
 */
export function clientSignal(request: Request): AbortSignal | undefined {
  return 'Deno' in globalThis ? undefined : request.signal;
}
