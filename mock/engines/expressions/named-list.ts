import { fromText } from './bytes.ts';
import type { Integer } from './integer.ts';
import { canonicalInteger } from './integer.ts';
import { type IpAddress, lastOfNetwork, networkOf, parseIpAddress } from './ip-address.ts';
import { type IpRange, ipRangeTest } from './range-set.ts';
import type { ScalarType } from './types.ts';
import type { RuntimeValue } from './values.ts';

/**
 * A list that expressions name with `$`, as in `ip.src in $office`.
 *
 * `has` is asked at every evaluation, so a list may change between them.
 */
export interface NamedList {
  readonly type: ScalarType;
  has(value: RuntimeValue): boolean;
}

/** A list of strings; compared byte by byte. */
export function stringList(items: Iterable<string>): NamedList {
  const members = new Set<RuntimeValue>(Array.from(items, fromText));
  return { type: 'String', has: (value) => members.has(value) };
}

/** A list of integers. */
export function integerList(items: Iterable<Integer>): NamedList {
  const members = new Set<RuntimeValue>();
  for (const item of items) members.add(canonicalInteger(BigInt(item)) ?? item);
  return { type: 'Integer', has: (value) => members.has(value) };
}

function rangeOf(item: string): IpRange {
  const [text = '', bits] = item.split('/');
  const address = parseIpAddress(text);
  if (address === undefined) throw new TypeError(`"${item}" is neither an IP address nor a CIDR range`);
  const maximum = address.version === 4 ? 32 : 128;
  const length = bits === undefined ? maximum : Number(bits);
  if (!Number.isInteger(length) || length < 0 || length > maximum) {
    throw new TypeError(`"${item}" has no network length between 0 and ${maximum}`);
  }
  const first = networkOf(address, length);
  return { first, last: lastOfNetwork(first, length) };
}

function isIp(value: RuntimeValue): value is IpAddress {
  return typeof value === 'object' && 'version' in value;
}

/**
 * A list of addresses and CIDR ranges.
 *
 * @throws TypeError when an item is neither
 * @example
 * ```ts
 * const office = ipList(['203.0.113.0/24', '2001:db8::1']);
 * ```
 */
export function ipList(items: Iterable<string>): NamedList {
  const test = ipRangeTest(Array.from(items, rangeOf));
  return { type: 'IP', has: (value) => isIp(value) && test(value) };
}
