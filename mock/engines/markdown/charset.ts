/** Number of bytes searched for a declaration (HTML, section 13.2.3.2). */
export const declarationBytes = 1024;

const latin = new TextDecoder('windows-1252');
const declared = /<meta[^>]+?charset\s*=\s*["']?\s*([^\s"'/>;]+)/i;

/**
 * The encoding of a page: from its byte order mark, else the `Content-Type`, else a `meta` tag in its first bytes, else
 * UTF-8.
 *
 * @param head the first bytes of the page
 * @returns a label that `TextDecoder` accepts
 */
export function getEncoding(head: Uint8Array, charset: string | undefined): string {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  const ofHeader = known(charset);
  if (ofHeader !== undefined) return ofHeader;
  const text = latin.decode(head.subarray(0, declarationBytes)).replace(/<!--[\s\S]*?(?:-->|$)/g, '');
  const ofMeta = known(declared.exec(text)?.[1]);
  // A page with a readable declaration is not in UTF-16 (HTML, section 13.2.3.2).
  return ofMeta === undefined || ofMeta.startsWith('utf-16') ? 'utf-8' : ofMeta;
}

function known(label: string | undefined): string | undefined {
  if (label === undefined || label === '') return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}
