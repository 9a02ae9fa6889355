import type { ByteString } from './bytes.ts';

/** The part of a value that a matcher reads: its length, and one byte at a time. A string qualifies. */
export interface ByteSource {
  readonly length: number;
  charCodeAt(index: number): number;
}

/** A part of a pattern between two stars, prepared for a search without backtracking (Knuth-Morris-Pratt). */
interface Segment {
  readonly bytes: ByteString;
  /** For each prefix of `bytes`, the length of its longest proper prefix that is also its suffix. */
  readonly borders: readonly number[];
}

/** A compiled wildcard pattern. */
export interface Wildcard {
  readonly segments: readonly Segment[];
  readonly strict: boolean;
  /** Whether only ASCII is compared, so that text can replace bytes. */
  readonly ascii: boolean;
}

/** Why a pattern is refused (cloudflare/wirefilter). */
type WildcardFault = 'wildcard contains a double star' | 'invalid wildcard: invalid escape sequence';

function fold(byte: number): number {
  return byte >= 65 && byte <= 90 ? byte + 32 : byte;
}

function toSegment(bytes: ByteString): Segment {
  const borders: number[] = [0];
  let border = 0;
  for (let index = 1; index < bytes.length; index++) {
    const byte = bytes.charCodeAt(index);
    while (border > 0 && byte !== bytes.charCodeAt(border)) border = borders[border - 1] ?? 0;
    if (byte === bytes.charCodeAt(border)) border++;
    borders.push(border);
  }
  return { bytes, borders };
}

/** Splits a pattern at its stars and unescapes `\*` and `\\`. */
function splitAtStars(pattern: ByteString): ByteString[] | WildcardFault {
  const pieces: ByteString[] = [];
  let piece = '';
  let afterStar = false;
  for (let index = 0; index < pattern.length; index++) {
    const byte = pattern.charAt(index);
    if (byte === '*') {
      if (afterStar) return 'wildcard contains a double star';
      pieces.push(piece);
      piece = '';
      afterStar = true;
      continue;
    }
    afterStar = false;
    if (byte === '\\') {
      const escaped = pattern.charAt(++index);
      if (escaped !== '*' && escaped !== '\\') return 'invalid wildcard: invalid escape sequence';
      piece += escaped;
    } else {
      piece += byte;
    }
  }
  pieces.push(piece);
  return pieces;
}

/**
 * Compiles a wildcard pattern: `*` matches any bytes, `\*` and `\\` are literal, `?` is literal.
 *
 * @param strict whether matching is case-sensitive; otherwise ASCII letters match in either case
 * @returns the compiled pattern, or the reason for its refusal
 */
export function compileWildcard(pattern: ByteString, strict: boolean): Wildcard | WildcardFault {
  const pieces = splitAtStars(pattern);
  if (typeof pieces === 'string') return pieces;
  const folded = strict ? pieces : pieces.map((piece) => piece.replace(/[A-Z]/g, (c) => c.toLowerCase()));
  return { segments: folded.map(toSegment), strict, ascii: !/[\u0080-\uffff]/.test(pattern) };
}

function matchesAt(value: ByteSource, at: number, segment: Segment, strict: boolean): boolean {
  const { bytes } = segment;
  for (let index = 0; index < bytes.length; index++) {
    const byte = value.charCodeAt(at + index);
    if ((strict ? byte : fold(byte)) !== bytes.charCodeAt(index)) return false;
  }
  return true;
}

/** First position of the segment at or after `from` and before `limit`; -1 if there is none. */
function find(value: ByteSource, from: number, limit: number, segment: Segment, strict: boolean): number {
  const { bytes, borders } = segment;
  if (bytes.length === 0) return from;
  let matched = 0;
  for (let index = from; index < limit; index++) {
    const raw = value.charCodeAt(index);
    const byte = strict ? raw : fold(raw);
    while (matched > 0 && byte !== bytes.charCodeAt(matched)) matched = borders[matched - 1] ?? 0;
    if (byte === bytes.charCodeAt(matched)) matched++;
    if (matched === bytes.length) return index - matched + 1;
  }
  return -1;
}

/**
 * Matches the whole value in one pass, each star as short as possible. The first and the last segment have fixed
 * positions, and every other one is matched where it first occurs after the one before.
 *
 * @returns the [start, end) of each star's match, flattened, or undefined without a match
 */
export function captureWildcard(wildcard: Wildcard, value: ByteSource): readonly number[] | undefined {
  const { segments, strict } = wildcard;
  const [first] = segments;
  const last = segments.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const fixed = segments.length === 1 ? first.bytes.length : first.bytes.length + last.bytes.length;
  if (value.length < fixed || (segments.length === 1 && value.length !== fixed)) return undefined;
  if (!matchesAt(value, 0, first, strict)) return undefined;
  if (segments.length === 1) return [];
  const limit = value.length - last.bytes.length;
  if (!matchesAt(value, limit, last, strict)) return undefined;
  const captures: number[] = [];
  let position = first.bytes.length;
  for (const segment of segments.slice(1, -1)) {
    const found = find(value, position, limit, segment, strict);
    if (found < 0) return undefined;
    captures.push(position, found);
    position = found + segment.bytes.length;
  }
  captures.push(position, limit);
  return captures;
}

/** Whether the whole value matches the pattern. */
export function matchesWildcard(wildcard: Wildcard, value: ByteSource): boolean {
  return captureWildcard(wildcard, value) !== undefined;
}
