/** Headers of the page that are not true of its Markdown: seed inference-and-conversion, Conversion response. */
const removed = [
  'content-length',
  'content-encoding',
  'content-range',
  'transfer-encoding',
  'etag',
  'last-modified',
];

/**
 * The headers of a converted answer, of those of the page: seed inference-and-conversion, Conversion
 * response. All others stay as they are, each `Set-Cookie` too.
 */
export function convertedHeaders(page: Headers): Headers {
  const headers = new Headers(page);
  for (const name of removed) headers.delete(name);
  headers.set('content-type', 'text/markdown; charset=utf-8');
  varyByAccept(headers);
  if (!headers.has('content-signal')) {
    headers.set('content-signal', 'ai-train=yes, search=yes, ai-input=yes');
  }
  return headers;
}

/**
 * Makes `Vary` include `accept`, behind what it says already. A `*` stays, and says the same with it.
 *
 * @example
 * varyByAccept(headers) // vary: Accept-Encoding, accept
 */
export function varyByAccept(headers: Headers): void {
  const vary = headers.get('vary')?.trim() ?? '';
  const named = vary.split(',').some((name) => name.trim().toLowerCase() === 'accept');
  if (!named) headers.set('vary', vary === '' ? 'accept' : `${vary}, accept`);
}
