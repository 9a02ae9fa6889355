/**
 * A response for a request that never saw a socket. Where requests are intercepted, headers that a response is made with
 * are written down a second time, unless they are `Headers` already; and Deno gets each such response ready for a socket.
 * Both take longer than to set them one by one, but on Bun, which copies `Headers` at once.
 *
 * @param parts headers by their lower-case names
 *
 * @example
 * responseOf('{}', { status: 200, headers: { 'content-type': 'application/json' } });
 */
export function responseOf(
  body: BodyInit | null,
  { status, headers }: { readonly status: number; readonly headers: Readonly<Record<string, string>> },
): Response {
  if (isBun) return new Response(body, { status, headers: new Headers(headers) });
  const response = new Response(body, { status });
  const own = response.headers;
  for (const name in headers) own.set(name, headers[name] as string); // The name comes from there.
  return response;
}

const isBun = 'Bun' in globalThis;
