import type { ValueRange } from './attributes.ts';
import { byte, isAlphanumeric, isLetter } from './bytes.ts';
import type { Output } from './output.ts';

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

/** Whether the bytes before a colon are a scheme (RFC 3986, section 3.1). */
function isScheme(source: Uint8Array, start: number, colon: number): boolean {
  if (colon === start || !isLetter(source[start] as number)) return false;
  for (let i = start; i < colon; i++) {
    const c = source[i] as number; // Within bounds.
    if (!isAlphanumeric(c) && c !== byte.plus && c !== byte.hyphen && c !== byte.dot) return false;
  }
  return true;
}

/** Characters that a reference may hold to be written as it is, without looking further. */
const simple = new Uint8Array(128);
for (const c of "!#$%'*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~") {
  simple[c.charCodeAt(0)] = 1;
}

/**
 * Writes the target of a link whose reference needs no more than the page's address before it, as most do.
 *
 * @returns whether it was such a one; otherwise nothing is written
 */
export function writeSimpleTarget(
  target: Output,
  { source, start, end }: ValueRange,
  page: PageAddress | undefined,
): boolean {
  let colon = -1;
  for (let i = start; i < end; i++) {
    const c = source[i] as number; // Within bounds.
    if (c > 127 || simple[c] === 0) return false;
    if (c === byte.colon && colon === -1) colon = i;
    // Segments of dots have to be removed.
    if (c === byte.dot && (i === start || source[i - 1] === byte.slash)) return false;
  }
  const first = start === end ? 0 : (source[start] as number);
  if (first === 0 || first === byte.question) return false;
  const absolute = colon !== -1 && isScheme(source, start, colon);
  if (page !== undefined && first !== byte.hash && !absolute) {
    if (first !== byte.slash) target.raw(page.folderBytes);
    else if (source[start + 1] === byte.slash) return false;
    else target.raw(page.rootBytes);
  }
  target.raw(source, start, end);
  return true;
}
