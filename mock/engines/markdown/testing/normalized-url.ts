/** Characters that renderers of Markdown leave as they are. */
const kept = /[A-Za-z0-9;/?:@&=+$,\-_.!~*'()#]/;

/**
 * A URL with everything percent-encoded that some renderer encodes, so that two spellings of one URL are equal.
 * What is encoded already stays: `%2F` is no slash.
 *
 * @example
 * normalizedUrl('/a b?c=[d]%5b') // '/a%20b?c=%5Bd%5D%5B'
 */
export function normalizedUrl(url: string): string {
  let normalized = '';
  for (const [piece] of url
    .replace(/[\t\n\r]/g, '')
    .trim()
    .matchAll(/%[0-9a-f]{2}|[\s\S]/giu)) {
    if (piece.length === 3 && piece.startsWith('%')) normalized += piece.toUpperCase();
    else normalized += kept.test(piece) ? piece : encodeURIComponent(piece.toWellFormed());
  }
  return normalized;
}
