/** Where the links of a page lead: references are resolved against its address, and otherwise left as they are. */
export interface PageAddress {
  readonly scheme: string;
  readonly authority: string;
  /** Path up to and with its last slash. */
  readonly folder: string;
  readonly path: string;
  readonly query: string;
  /** What stands before a path from the root, and before one from the folder, as bytes. */
  readonly rootBytes: Uint8Array;
  readonly folderBytes: Uint8Array;
}

const parts = /^([a-z][a-z0-9+.-]*:)?(?:\/\/([^/?#]*))?([^?#]*)(\?[^#]*)?(#.*)?$/is;

/** Takes an absolute URL apart; undefined for what is none. */
export function pageAddress(url: string): PageAddress | undefined {
  const [, scheme, authority, path = '', query = ''] = parts.exec(url) ?? [];
  if (scheme === undefined || authority === undefined) return undefined;
  const whole = path === '' ? '/' : path;
  const folder = whole.slice(0, whole.lastIndexOf('/') + 1);
  const root = `${scheme}//${authority}`;
  const encoder = new TextEncoder();
  return {
    scheme,
    authority,
    path: whole,
    query,
    folder,
    rootBytes: encoder.encode(root),
    folderBytes: encoder.encode(root + folder),
  };
}

/**
 * Resolves a reference against a page (RFC 3986, section 5.2), changing nothing but what resolving needs:
 * percent-encoding, letters and queries stay as written. A mere fragment stays one (fact sheet, section 6, URLs).
 */
export function resolveReference(written: string, page: PageAddress | undefined): string {
  // Browsers drop line ends and tabs, and spaces around (URL Standard, section 4.4).
  const reference = /[\t\n\r]|^ | $/.test(written) ? written.replace(/[\t\n\r]/g, '').trim() : written;
  if (page === undefined || reference.startsWith('#')) return reference;
  const [, scheme, authority, path = '', query, fragment = ''] = parts.exec(reference) ?? [];
  if (scheme !== undefined) return reference;
  if (authority !== undefined) return page.scheme + reference;
  const root = `${page.scheme}//${page.authority}`;
  if (path === '') return `${root}${page.path}${query ?? page.query}${fragment}`;
  const whole = path.startsWith('/') ? path : page.folder + path;
  return `${root}${withoutDots(whole)}${query ?? ''}${fragment}`;
}

/** Removes the segments `.` and `..` (RFC 3986, section 5.2.4). */
function withoutDots(path: string): string {
  if (!path.includes('/.')) return path;
  const kept: string[] = [];
  const segments = path.slice(1).split('/');
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1;
    if (segment === '..') kept.pop();
    else if (segment !== '.') kept.push(segment);
    if (isLast && (segment === '.' || segment === '..')) kept.push('');
  }
  return `/${kept.join('/')}`;
}

/** What stands in the parentheses of a link or image: destination and title (CommonMark, section 6.3). */
export function linkTarget(url: string, title: string | undefined): string {
  if (title === undefined || title === '') return destinationOf(url);
  const destination = url === '' ? '<>' : destinationOf(url);
  const escaped = title.replace(/["\\]/g, '\\$&').replace(lookalike, '\\$&');
  // What stands at the start of a line could begin a block.
  return `${destination} "${escaped.replace(/\r\n?|\n/g, '&#10;')}"`;
}

/** An ampersand that would be read as the start of a reference. */
const lookalike = /&(?=#?[a-z0-9]{1,31};)/gi;

function destinationOf(url: string): string {
  // Spaces, parentheses and backslashes are safe between angle brackets only.
  if (!/[\s()<>\\&]/.test(url)) return url;
  const safe = url.replace(lookalike, '\\$&');
  if (!/[\s()<>\\]/.test(url)) return safe;
  return `<${url
    .replace(/[<>\\]/g, '\\$&')
    .replace(lookalike, '\\$&')
    .replace(/\n/g, '%0A')}>`;
}

/** Text for the brackets of an image, where nothing of it is to be read as Markdown. */
export function imageText(alt: string): string {
  return alt
    .replace(/\s+/g, ' ')
    .replace(/[\\*_[\]`~]/g, '\\$&')
    .replace(/<(?=[a-z!/?])/gi, '\\<')
    .replace(lookalike, '\\$&');
}

/** Text as HTML, also within an attribute. */
export function htmlText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;').replace(/\s+/g, ' ');
}
