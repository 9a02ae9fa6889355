/** Headers that belong to one connection: RFC 9110, section 7.6.1. */
const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The names of those headers of a message that end at this hop, the ones that `Connection` names included. */
export function connectionHeaders(connection: string | null): ReadonlySet<string> {
  if (connection === null) return hopByHop;
  const named = connection.split(',').map((name) => name.trim().toLowerCase());
  return new Set([...hopByHop, ...named]);
}

/**
 * The headers of a zone request as its origin gets them: without those of the connection, and with what the
 * platform adds. `Expect` is left out too, since whoever received the request has met it.
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
 * Aborts when the client of a request goes away. There is none on Deno, whose server aborts the signal of a
 * request that was answered well too, and complains on stderr about whoever listened.
 */
export function clientSignal(request: Request): AbortSignal | undefined {
  return 'Deno' in globalThis ? undefined : request.signal;
}
