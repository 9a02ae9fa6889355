import { markdownLimits } from '../../../spec/engine-limits.ts';
import type { ValueRange } from './attributes.ts';
import { byte, isAlphanumeric, isLetter, isSpace } from './bytes.ts';
import type { Output } from './output.ts';

const schemes = ['http', 'https', 'ftp'];

/**
 * Looks for a bare address in the last word before `to`, of which GFM makes a link that ends with the word.
 *
 * @param from start of the text that may be part of one; below 0 if it is before the first byte
 * @returns the place, in the last such address, where a backslash keeps it from being one; -1 if there is none
 */
export function lastAddress(text: Uint8Array, from: number, to: number): number {
  const first = Math.max(0, from, to - markdownLimits.addressBytes);
  for (let i = to - 1; i >= first; i--) {
    const c = text[i] as number; // Within bounds.
    if (isSpace(c) || c === byte.less) return -1;
    if (c === byte.dot && startsWeb(text, i - 3, from)) return i;
    if (c === byte.slash && i + 1 < to && text[i + 1] === byte.slash && endsScheme(text, i - 1, from))
      return i;
  }
  return -1;
}

/** Whether `www` at `start` may begin an address (GFM, section 6.9). */
function startsWeb(text: Uint8Array, start: number, from: number): boolean {
  if (start < Math.max(0, from)) return false;
  for (let i = 0; i < 3; i++) if (((text[start + i] as number) | 32) !== 119) return false;
  if (start === from) return true;
  const before = text[start - 1] ?? byte.slash;
  return before !== byte.slash && !isAlphanumeric(before);
}

/** Whether a colon is at `colon`, after the scheme of an address. */
function endsScheme(text: Uint8Array, colon: number, from: number): boolean {
  if (text[colon] !== byte.colon) return false;
  for (const scheme of schemes) {
    const start = colon - scheme.length;
    let at = start;
    while (at >= 0 && at < colon && ((text[at] as number) | 32) === scheme.charCodeAt(at - start)) at++;
    if (at === colon)
      return start === from || (start > from && start > 0 && !isLetter(text[start - 1] as number));
  }
  return false;
}

/** The destinations of a page's links: references are resolved against its address, and otherwise left as they are. */
export interface PageAddress {
  readonly scheme: string;
  readonly authority: string;
  /** Path up to and with its last slash. */
  readonly folder: string;
  readonly path: string;
  readonly query: string;
  /** The prefixes for an absolute path and for a relative one, as bytes. */
  readonly rootBytes: Uint8Array;
  readonly folderBytes: Uint8Array;
}

const parts = /^([a-z][a-z0-9+.-]*:)?(?:\/\/([^/?#]*))?([^?#]*)(\?[^#]*)?(#.*)?$/is;

/** Parses an absolute URL; undefined for any other text. */
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
 * Resolves a reference against a page (RFC 3986, section 5.2), changing no more than needed: percent-encoding, case and
 * queries stay as written. A mere fragment stays one (Cloudflare docs, Markdown for Agents).
 */
export function resolveReference(written: string, page: PageAddress | undefined): string {
  // Browsers drop line ends and tabs, and surrounding spaces (URL Standard, section 4.4).
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

/** The parentheses of a link or image: destination and title (CommonMark, section 6.3). */
export function linkTarget(url: string, title: string | undefined): string {
  if (title === undefined || title === '') return getDestination(url);
  const destination = url === '' ? '<>' : getDestination(url);
  const escaped = title.replace(/["\\]/g, '\\$&').replace(lookalike, '\\$&');
  // At the start of a line it could begin a block.
  return `${destination} "${escaped.replace(/\r\n?|\n/g, '&#10;')}"`;
}

/** An ampersand that would begin a reference. */
const lookalike = /&(?=#?[a-z0-9]{1,31};)/gi;

function getDestination(url: string): string {
  // Spaces, parentheses and backslashes are safe between angle brackets only.
  if (!/[\s()<>\\&]/.test(url)) return url;
  const safe = url.replace(lookalike, '\\$&');
  if (!/[\s()<>\\]/.test(url)) return safe;
  return `<${url
    .replace(/[<>\\]/g, '\\$&')
    .replace(lookalike, '\\$&')
    .replace(/\n/g, '%0A')}>`;
}

/** Text for the brackets of an image, escaped so that none of it is read as Markdown. */
export function imageText(alt: string): string {
  return alt
    .replace(/\s+/g, ' ')
    .replace(/[\\*_[\]`~]/g, '\\$&')
    .replace(/<(?=[a-z!/?])/gi, '\\<')
    .replace(lookalike, '\\$&');
}

/** Text as HTML in one line, safe within an attribute too. */
export function htmlText(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/"/g, '&quot;')
    .replace(/[\n\r]/g, ' ');
}

/** Handling of each byte in a reference: slow path, copy, or inspect. */
const classes = new Uint8Array(128);
for (const c of "!#$%'*+,-/0123456789;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~") {
  classes[c.charCodeAt(0)] = 1;
}
for (const c of '.:&') classes[c.charCodeAt(0)] = 2;
/** Bytes that need no escape in a title or an image's text. */
const inTitle = plainBut('"&\\|');
const inText = plainBut('&\\*_[]`~<|');

/**
 * Writes the target of a link without making a string, if its reference only needs the page's address as a prefix, as
 * most do. The output equals `linkTarget` of `resolveReference`.
 *
 * @returns whether it was such a reference; otherwise nothing is written
 */
export function writeSimpleTarget(
  target: Output,
  { source, start, end }: ValueRange,
  page: PageAddress | undefined,
): boolean {
  const up = page === undefined ? 0 : foldersUp(source, start, end);
  const from = start + 3 * up;
  let colon = -1;
  let references = 0;
  for (let i = from; i < end; i++) {
    const c = source[i] as number; // Within bounds.
    const kind = c < 128 ? classes[c] : 0;
    if (kind === 1) continue;
    if (kind !== 2) return false;
    if (c === byte.colon) {
      if (colon === -1) colon = i;
    } else if (c === byte.dot) {
      // Dot segments must be removed.
      if (i === from || source[i - 1] === byte.slash) return false;
    } else if (isPlainAmpersand(source, i, end)) {
      references++;
    } else {
      return false;
    }
  }
  const first = from === end ? 0 : (source[from] as number);
  if (first === 0 || first === byte.question) return false;
  if (up > 0 && (first === byte.slash || first === byte.hash)) return false;
  const isAbsolute = up === 0 && colon !== -1 && isScheme(source, start, colon);
  if (page !== undefined && first !== byte.hash && !isAbsolute) {
    if (first !== byte.slash) target.raw(page.folderBytes, 0, folderLength(page, up));
    else if (source[start + 1] === byte.slash) target.ascii(page.scheme);
    else target.raw(page.rootBytes);
  }
  if (references === 0) target.raw(source, from, end);
  else writeWithoutReferences(target, source, from, end);
  return true;
}

/** Writes a title after a target, unless something in it needs an escape. @returns whether it did */
export function writeSimpleTitle(target: Output, title: ValueRange): boolean {
  const { source, start, end } = title;
  if (!isOf(inTitle, title)) return false;
  if (start === end) return true;
  target.ascii(' "');
  target.raw(source, start, end);
  target.byte(byte.quote);
  return true;
}

/** Whether an image's text needs no escape. */
export function isSimpleText(text: ValueRange): boolean {
  if (!isOf(inText, text)) return false;
  const { source, start, end } = text;
  for (let i = start + 1; i < end; i++) {
    if (source[i] === byte.space && source[i - 1] === byte.space) return false;
  }
  return true;
}

/** Number of `../` segments at the start of a reference. */
function foldersUp(source: Uint8Array, start: number, end: number): number {
  let at = start;
  while (
    at + 2 < end &&
    source[at] === byte.dot &&
    source[at + 1] === byte.dot &&
    source[at + 2] === byte.slash
  ) {
    at += 3;
  }
  return (at - start) / 3;
}

/** Length of the page's folder without its last segments; a reference can't go above the root. */
function folderLength({ folderBytes, rootBytes }: PageAddress, up: number): number {
  let { length } = folderBytes;
  for (let left = up; left > 0 && length - 1 > rootBytes.length; left--) {
    length--;
    while (folderBytes[length - 1] !== byte.slash) length--;
  }
  return length;
}

/** Whether `&amp;` is at `at`, with nothing after it that would make its ampersand a reference. */
function isPlainAmpersand(source: Uint8Array, at: number, end: number): boolean {
  let next = at + 5;
  if (next > end || source[at + 1] !== 97 || source[at + 2] !== 109 || source[at + 3] !== 112) return false;
  if (source[at + 4] !== byte.semicolon) return false;
  while (next < end && isAlphanumeric(source[next] as number)) next++;
  return next === end || (source[next] !== byte.semicolon && source[next] !== byte.hash);
}

/** Writes bytes in which every ampersand begins an `&amp;`, which becomes an ampersand. */
function writeWithoutReferences(target: Output, source: Uint8Array, start: number, end: number): void {
  target.reserve(end - start);
  const { bytes } = target;
  let to = target.length;
  for (let i = start; i < end; i++) {
    const c = source[i] as number; // Within bounds.
    bytes[to++] = c;
    if (c === byte.ampersand) i += 4;
  }
  target.length = to;
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

/** All printable ASCII except some characters. */
function plainBut(excluded: string): Uint8Array {
  const plain = new Uint8Array(128).fill(1, 32, 127);
  for (const c of excluded) plain[c.charCodeAt(0)] = 0;
  return plain;
}

function isOf(allowed: Uint8Array, { source, start, end }: ValueRange): boolean {
  for (let i = start; i < end; i++) {
    const c = source[i] as number; // Within bounds.
    if (c > 126 || allowed[c] === 0) return false;
  }
  return true;
}
