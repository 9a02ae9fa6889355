import { type Cursor, isHexCode, type Span } from './cursor.ts';
import { type IpAddress, networkOf, parseIpAddress, sameIpAddress } from './ip-address.ts';

/** What an inline list of addresses holds: one address, a network in CIDR form, or a range. */
export type IpItem =
  | { readonly kind: 'ip'; readonly value: IpAddress }
  | { readonly kind: 'cidr'; readonly base: IpAddress; readonly bits: number }
  | { readonly kind: 'ip-range'; readonly first: IpAddress; readonly last: IpAddress };

function isIpCode(code: number): boolean {
  return isHexCode(code) || code === 58 || code === 46 || code === 47;
}

/** The run of characters that can belong to an address, a CIDR or a range. */
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
  if (!sameIpAddress(networkOf(base, bits), base)) {
    const span = { start, end: start + slash };
    cursor.fail('expression_syntax', 'host part of address was not zero', span, [
      'first address of the network',
    ]);
  }
  return { kind: 'cidr', base, bits };
}
