import { type ByteString, fromText } from './bytes.ts';
import { type Cursor, isHexCode, type Span } from './cursor.ts';
import { type IpAddress, parseIpAddress, sameIpAddress, toNetwork } from './ip-address.ts';
import type { Range } from './lists.ts';
import { compileRegex, type Regex } from './regex.ts';
import { type Integer, parseInteger } from './values.ts';

const MAX_HASHES = 255;

/** A byte written with a fixed number of digits; fails with the platform's message. */
function lexByte(cursor: Cursor, digits: 2 | 3, radix: 16 | 8): ByteString {
  const start = cursor.position;
  // By characters, not UTF-16 units: the fault shows whole characters.
  const characters = [...cursor.source.slice(start, Math.min(start + digits * 2, cursor.end))].slice(
    0,
    digits,
  );
  const text = characters.join('');
  const count = characters.length;
  const expected = [`${digits} digits of radix ${radix}`];
  if (count < digits) {
    cursor.failHere('expression_syntax', `expected ${digits} characters, but found ${count}`, expected);
  }
  const span = { start, end: start + text.length };
  const wellFormed = radix === 16 ? /^[0-9a-fA-F]{2}$/ : /^[0-7]{3}$/;
  if (!wellFormed.test(text)) {
    const message = `invalid digit found in string while parsing with radix ${radix}`;
    cursor.fail('expression_syntax', message, span, expected);
  }
  const value = Number.parseInt(text, radix);
  if (value > 255) {
    const message = `number too large to fit in target type while parsing with radix ${radix}`;
    cursor.fail('expression_syntax', message, span, expected);
  }
  cursor.position = span.end;
  return String.fromCharCode(value);
}

/** The part after a backslash in a quoted string (cloudflare/wirefilter). */
function lexEscape(cursor: Cursor, quote: string): ByteString {
  const character = cursor.peek();
  if (character === quote || character === '\\') {
    cursor.position++;
    return character;
  }
  if (character === 'x') {
    cursor.position++;
    return lexByte(cursor, 2, 16);
  }
  if (character >= '0' && character <= '7') return lexByte(cursor, 3, 8);
  const start = cursor.position;
  const length = (cursor.source.codePointAt(start) ?? 0) > 0xffff ? 2 : 1;
  const message = `expected ${quote}, xHH or OOO after \\`;
  return cursor.fail('expression_syntax', message, { start, end: start + length }, [
    quote,
    '\\',
    'xHH',
    'OOO',
  ]);
}

/** Fails at the text after an unclosed quote. */
function failUnclosed(cursor: Cursor, start: number, quote: string): never {
  const span = { start, end: cursor.end };
  return cursor.fail('expression_syntax', 'could not find an ending quote', span, [quote]);
}

/** A quoted string; the cursor is at its opening quote, single or double. */
export function lexQuotedString(cursor: Cursor): ByteString {
  const quote = cursor.peek();
  const start = ++cursor.position;
  let value = '';
  let plainFrom = start;
  for (;;) {
    const character = cursor.peek();
    if (character === '') failUnclosed(cursor, start, quote);
    if (character === quote || character === '\\') {
      value += fromText(cursor.source.slice(plainFrom, cursor.position));
      cursor.position++;
      if (character === quote) return value;
      if (cursor.peek() === '') failUnclosed(cursor, start, quote);
      value += lexEscape(cursor, quote);
      plainFrom = cursor.position;
    } else {
      cursor.position++;
    }
  }
}

/** A raw string, `r"..."` or `r#"..."#`; the cursor is at the `r`. Returns its text. */
function lexRawText(cursor: Cursor): string {
  const start = ++cursor.position;
  const hashes = cursor.takeWhile((code) => code === 35);
  if (hashes.length > MAX_HASHES) {
    const message = "invalid raw string hash count, there can't be more than 255 #s";
    cursor.fail('expression_syntax', message, { start, end: cursor.end }, ['at most 255 #']);
  }
  const quote = cursor.peek();
  if (quote !== '"' && quote !== "'") {
    cursor.failHere('expression_syntax', 'expected " or #', ['"', "'", '#']);
  }
  const from = ++cursor.position;
  const close = cursor.source.indexOf(quote + hashes, from);
  if (close < 0 || close + quote.length + hashes.length > cursor.end) failUnclosed(cursor, start, quote);
  cursor.position = close + quote.length + hashes.length;
  return cursor.source.slice(from, close);
}

/** Whether a whole byte string (`01:2e:f3`) is at the cursor. */
export function isAtByteString(cursor: Cursor): boolean {
  const rest = cursor.source.slice(cursor.position, cursor.end);
  return /^[0-9a-fA-F]{2}(?:[-:.][0-9a-fA-F]{2})+(?![0-9A-Za-z_])/.test(rest);
}

/** A byte string: at least two hexadecimal pairs joined by `:`, `-` or `.` (cloudflare/wirefilter). */
function lexByteString(cursor: Cursor): ByteString {
  let value = lexByte(cursor, 2, 16);
  const start = cursor.position;
  const separators = [':', '-', '.'];
  if (cursor.peek() === '') {
    cursor.failHere('expression_syntax', 'expected 1 characters, but found 0', separators);
  }
  while (cursor.peek() !== '' && separators.includes(cursor.peek())) {
    cursor.position++;
    value += lexByte(cursor, 2, 16);
  }
  if (value.length < 2) {
    cursor.fail('expression_syntax', 'expected byte separator', { start, end: start + 1 }, separators);
  }
  return value;
}

/** A string that must be quoted or raw: the right side of `wildcard`. */
export function lexQuotedOrRaw(cursor: Cursor): ByteString {
  const character = cursor.peek();
  if (character === '"' || character === "'") return lexQuotedString(cursor);
  if (character === 'r') return fromText(lexRawText(cursor));
  if (character === '') cursor.failHere('expression_syntax', 'unrecognised input', ['string']);
  return cursor.failHere('expression_syntax', 'expected " or r', ['string']);
}

/** Any string literal: quoted, raw or a byte string. */
export function lexString(cursor: Cursor): ByteString {
  const character = cursor.peek();
  if (character === '"' || character === "'" || character === 'r' || character === '') {
    return lexQuotedOrRaw(cursor);
  }
  return lexByteString(cursor);
}

/**
 * An integer: decimal with an optional `-`, `0x` hexadecimal, or octal after a leading `0` (cloudflare/wirefilter).
 * Digits up to radix 16 are consumed in any radix, so that the error names the whole faulty number.
 */
export function lexInteger(cursor: Cursor): Integer {
  const radix = cursor.take('0x') ? 16 : cursor.peek() === '0' ? 8 : 10;
  const start = cursor.position;
  if (radix === 10) cursor.take('-');
  if (cursor.takeWhile(isHexCode) === '') cursor.failHere('expression_syntax', 'expected digit', ['integer']);
  const span = { start, end: cursor.position };
  const value = parseInteger(cursor.source.slice(start, cursor.position), radix);
  if (typeof value !== 'string') return value;
  return cursor.fail('expression_syntax', `${value} while parsing with radix ${radix}`, span, ['integer']);
}

/** An integer or an inclusive range `a..b`, in `{...}`. */
export function lexIntegerRange(cursor: Cursor): Range<Integer> {
  const start = cursor.position;
  const first = lexInteger(cursor);
  const last = cursor.take('..') ? lexInteger(cursor) : first;
  if (last >= first) return { first, last };
  const span = { start, end: cursor.position };
  return cursor.fail('expression_syntax', 'incompatible range bounds', span, ['lower bound first']);
}

/** An item of an inline list of addresses: one address, a network in CIDR form, or a range. */
export type IpItem =
  | { readonly kind: 'ip'; readonly value: IpAddress }
  | { readonly kind: 'cidr'; readonly base: IpAddress; readonly bits: number }
  | { readonly kind: 'ip-range'; readonly first: IpAddress; readonly last: IpAddress };

function isIpCode(code: number): boolean {
  return isHexCode(code) || code === 58 || code === 46 || code === 47;
}

/** The run of characters that may belong to an address, a CIDR or a range. */
function takeChunk(cursor: Cursor): string {
  const chunk = cursor.takeWhile(isIpCode);
  if (chunk === '') {
    cursor.failHere('expression_syntax', 'expected IP address character', ['IP address']);
  }
  return chunk;
}

function parseAddress(cursor: Cursor, text: string, start: number): IpAddress {
  const address = parseIpAddress(text);
  if (address !== undefined) return address;
  const message = "couldn't parse address in network: invalid IP address syntax";
  return cursor.fail('expression_syntax', message, { start, end: start + text.length }, ['IP address']);
}

/** An address on the right side of `eq` and `ne`. */
export function lexIp(cursor: Cursor): IpAddress {
  const start = cursor.position;
  return parseAddress(cursor, takeChunk(cursor), start);
}

function parseBits(cursor: Cursor, text: string, address: IpAddress, whole: Span): number {
  const fail = (message: string, span: Span): never =>
    cursor.fail('expression_syntax', message, span, ['network length']);
  const lengthSpan = { start: whole.end - text.length, end: whole.end };
  if (!/^[0-9]+$/.test(text)) {
    const reason = text === '' ? 'cannot parse integer from empty string' : 'invalid digit found in string';
    fail(`couldn't parse length in network: ${reason}`, lengthSpan);
  }
  const bits = Number(text);
  if (bits > 255) {
    fail("couldn't parse length in network: number too large to fit in target type", lengthSpan);
  }
  const maximum = address.version === 4 ? 32 : 128;
  if (bits > maximum) {
    const family = `Ipv${address.version}`;
    const reason = `Network length ${bits} is too long for ${family} (maximum: ${maximum})`;
    fail(`invalid length for network: ${reason}`, whole);
  }
  return bits;
}

/** An element of an inline list of addresses. */
export function lexIpItem(cursor: Cursor): IpItem {
  const start = cursor.position;
  const chunk = takeChunk(cursor);
  const whole = { start, end: cursor.position };
  const dots = chunk.indexOf('..');
  if (dots >= 0) {
    const first = parseAddress(cursor, chunk.slice(0, dots), start);
    const last = parseAddress(cursor, chunk.slice(dots + 2), start + dots + 2);
    if (first.version !== last.version || first.value > last.value) {
      cursor.fail('expression_syntax', 'incompatible range bounds', whole, ['lower bound first']);
    }
    return { kind: 'ip-range', first, last };
  }
  const slash = chunk.indexOf('/');
  if (slash < 0) return { kind: 'ip', value: parseAddress(cursor, chunk, start) };
  const base = parseAddress(cursor, chunk.slice(0, slash), start);
  const bits = parseBits(cursor, chunk.slice(slash + 1), base, whole);
  if (!sameIpAddress(toNetwork(base, bits), base)) {
    const span = { start, end: start + slash };
    cursor.fail('expression_syntax', 'host part of address was not zero', span, [
      'first address of the network',
    ]);
  }
  return { kind: 'cidr', base, bits };
}

/**
 * The pattern of a quoted regular expression. Only the quote is unescaped; every other backslash is part of the
 * pattern. A quote inside a `[...]` class does not end the literal (cloudflare/wirefilter).
 */
function lexQuotedPattern(cursor: Cursor): string {
  const quote = cursor.peek();
  const start = ++cursor.position;
  let pattern = '';
  let inClass = false;
  for (;;) {
    const character = cursor.peek();
    if (character === '') failUnclosed(cursor, start, quote);
    cursor.position++;
    if (character === '\\') {
      const escaped = cursor.peek();
      if (escaped === '') failUnclosed(cursor, start, quote);
      cursor.position++;
      pattern += escaped === quote && !inClass ? escaped : `\\${escaped}`;
    } else if (character === quote && !inClass) {
      return pattern;
    } else {
      if (character === '[') inClass = true;
      if (character === ']') inClass = false;
      pattern += character;
    }
  }
}

/** A regular expression literal, quoted or raw, compiled. */
export function lexRegex(cursor: Cursor): Regex {
  const start = cursor.position;
  const character = cursor.peek();
  if (character === '') cursor.failHere('expression_syntax', 'unrecognised input', ['regular expression']);
  if (character !== '"' && character !== "'" && character !== 'r') {
    cursor.failHere('expression_syntax', 'expected " or r', ['regular expression']);
  }
  const pattern = character === 'r' ? lexRawText(cursor) : lexQuotedPattern(cursor);
  const regex = compileRegex(pattern);
  if (typeof regex === 'object') return regex;
  const span = { start: start + 1, end: cursor.position - 1 };
  return cursor.fail('expression_syntax', regex, span, ['regular expression']);
}
