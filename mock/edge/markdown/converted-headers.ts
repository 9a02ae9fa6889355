/** Headers of the page that don't apply to its Markdown: seed inference-and-conversion, Conversion response. */
const removed = [
  'content-length',
  'content-encoding',
  'content-range',
  'transfer-encoding',
  'etag',
  'last-modified',
];

/**
 * The headers of a converted answer, made from those of the page: seed inference-and-conversion, Conversion response.
 * All others stay as they are, each `Set-Cookie` too.
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
 * Adds `accept` to the end of `Vary`. A `*` stays; the addition doesn't change its meaning.
 *
 * @example
 * varyByAccept(headers) // vary: Accept-Encoding, accept
 */
export function varyByAccept(headers: Headers): void {
  const vary = headers.get('vary')?.trim() ?? '';
  const named = vary.split(',').some((name) => name.trim().toLowerCase() === 'accept');
  if (!named) headers.set('vary', vary === '' ? 'accept' : `${vary}, accept`);
}

/** A media type as a header names it. */
export interface MediaType {
  /** Type and subtype in lower case, as in `text/html`. */
  readonly essence: string;
  /** The parameter `charset` as written, without its quotes. */
  readonly charset: string | undefined;
}

/** A part of a header up to a separator; separators within quotes don't count. */
const pieces = {
  ',': /(?:[^,"]|"(?:[^"\\]|\\.)*(?:"|\\?$))+/g,
  ';': /(?:[^;"]|"(?:[^"\\]|\\.)*(?:"|\\?$))+/g,
};

/**
 * Splits a header value at separators outside of quotes, trims the parts and drops empty ones.
 *
 * @example
 * splitOutsideQuotes('a;x="1,2", b', ',') // ['a;x="1,2"', 'b']
 */
export function splitOutsideQuotes(value: string, separator: ',' | ';'): string[] {
  return (value.match(pieces[separator]) ?? []).map((piece) => piece.trim()).filter((piece) => piece !== '');
}

/**
 * Finds a parameter among the parts of a media type or range, by its name in lower case; `undefined` without one.
 *
 * @example
 * getParameter(['text/html', 'Charset="utf-8"'], 'charset') // 'utf-8'
 */
export function getParameter(parts: readonly string[], name: string): string | undefined {
  for (const part of parts.slice(1)) {
    const at = part.indexOf('=');
    if (at < 0 || part.slice(0, at).trim().toLowerCase() !== name) continue;
    const value = part.slice(at + 1).trim();
    return value.startsWith('"') ? value.replace(/^"|"$/g, '').replace(/\\(.)/g, '$1') : value;
  }
  return undefined;
}

/**
 * Reads a `Content-Type`: RFC 9110, section 8.3.1.
 *
 * @example
 * parseMediaType('Text/HTML; Charset="ISO-8859-1"') // { essence: 'text/html', charset: 'ISO-8859-1' }
 */
export function parseMediaType(value: string): MediaType {
  const parts = splitOutsideQuotes(value, ';');
  return { essence: (parts[0] ?? '').toLowerCase(), charset: getParameter(parts, 'charset') };
}
