import { fromText } from './bytes.ts';
import { type IpAddress, isIpAddress, lastOfNetwork, parseIpAddress, toNetwork } from './ip-address.ts';
import type { ScalarType } from './types.ts';
import type { RuntimeValue } from './values.ts';
import { type Integer, toInteger } from './values.ts';

/** A closed interval. */
export interface Range<T> {
  readonly first: T;
  readonly last: T;
}

/** Sorts ranges and merges overlapping ones, for a binary search. */
function mergeRanges<T extends number | bigint>(ranges: readonly Range<T>[]): readonly Range<T>[] {
  const sorted = ranges.toSorted((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : 0));
  const merged: Range<T>[] = [];
  for (const range of sorted) {
    const previous = merged.at(-1);
    if (previous === undefined || range.first > previous.last) merged.push(range);
    else if (range.last > previous.last)
      merged[merged.length - 1] = { first: previous.first, last: range.last };
  }
  return merged;
}

/**
 * A membership test for a set of closed intervals, in logarithmic time.
 *
 * @example
 * ```ts
 * const standard = rangeTest([{ first: 80, last: 90 }, { first: 443, last: 443 }]);
 * standard(85); // true
 * ```
 */
export function rangeTest<T extends number | bigint>(ranges: readonly Range<T>[]): (value: T) => boolean {
  const merged = mergeRanges(ranges);
  return (value) => {
    let low = 0;
    let high = merged.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const range = merged[middle];
      if (range === undefined) return false;
      if (value < range.first) high = middle - 1;
      else if (value > range.last) low = middle + 1;
      else return true;
    }
    return false;
  };
}

/** A range of addresses of one family. */
export type IpRange = Range<IpAddress>;

/** A membership test for a set of address ranges; addresses never match ranges of the other family. */
export function ipRangeTest(ranges: readonly IpRange[]): (address: IpAddress) => boolean {
  const four: Range<number>[] = [];
  const six: Range<bigint>[] = [];
  for (const { first, last } of ranges) {
    if (first.version === 4 && last.version === 4) four.push({ first: first.value, last: last.value });
    if (first.version === 6 && last.version === 6) six.push({ first: first.value, last: last.value });
  }
  const inFour = rangeTest(four);
  const inSix = rangeTest(six);
  return (address) => (address.version === 4 ? inFour(address.value) : inSix(address.value));
}

/**
 * A list that expressions reference with `$`, as in `ip.src in $office`.
 *
 * `has` is called in every evaluation, so a list may change in between.
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
  const members = new Set<RuntimeValue>(Array.from(items, (item) => toInteger(item) ?? item));
  return { type: 'Integer', has: (value) => members.has(value) };
}

function getRange(item: string): IpRange {
  const [text = '', bits] = item.split('/');
  const address = parseIpAddress(text);
  if (address === undefined) throw new TypeError(`"${item}" is neither an IP address nor a CIDR range`);
  const maximum = address.version === 4 ? 32 : 128;
  const length = bits === undefined ? maximum : Number(bits);
  if (!Number.isInteger(length) || length < 0 || length > maximum) {
    throw new TypeError(`"${item}" has no network length between 0 and ${maximum}`);
  }
  const first = toNetwork(address, length);
  return { first, last: lastOfNetwork(first, length) };
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
  const test = ipRangeTest(Array.from(items, getRange));
  return { type: 'IP', has: (value) => isIpAddress(value) && test(value) };
}
