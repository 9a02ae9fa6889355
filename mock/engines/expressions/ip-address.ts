/** An IPv4 address as an unsigned 32-bit number. */
interface Ipv4Address {
  readonly version: 4;
  readonly value: number;
}

/** An IPv6 address as an unsigned 128-bit number. */
interface Ipv6Address {
  readonly version: 6;
  readonly value: bigint;
}

/** An IP address. Addresses of different families are never equal, not even mapped ones. */
export type IpAddress = Ipv4Address | Ipv6Address;

function parseIpv4(text: string): number | undefined {
  const parts = text.split('.');
  if (parts.length !== 4) return undefined;
  let value = 0;
  for (const part of parts) {
    // Other parsers read a leading zero as octal, so it is refused.
    if (!/^(0|[1-9][0-9]{0,2})$/.test(part)) return undefined;
    const octet = Number(part);
    if (octet > 255) return undefined;
    value = value * 256 + octet;
  }
  return value;
}

/** The 16-bit groups of one side of `::`, an IPv4 tail counting as two; undefined when malformed. */
function parseGroups(text: string, tailAllowed: boolean): number[] | undefined {
  if (text === '') return [];
  const groups: number[] = [];
  const parts = text.split(':');
  for (const [index, part] of parts.entries()) {
    if (tailAllowed && index === parts.length - 1 && part.includes('.')) {
      const tail = parseIpv4(part);
      if (tail === undefined) return undefined;
      groups.push(Math.floor(tail / 65536), tail % 65536);
    } else {
      if (!/^[0-9a-fA-F]{1,4}$/.test(part)) return undefined;
      groups.push(Number.parseInt(part, 16));
    }
  }
  return groups;
}

function parseIpv6(text: string): bigint | undefined {
  const gap = text.indexOf('::');
  let groups: number[];
  if (gap < 0) {
    const all = parseGroups(text, true);
    if (all?.length !== 8) return undefined;
    groups = all;
  } else {
    const head = parseGroups(text.slice(0, gap), false);
    const tail = parseGroups(text.slice(gap + 2), true);
    // `::` stands for at least one group.
    if (head === undefined || tail === undefined || head.length + tail.length > 7) return undefined;
    groups = [...head, ...new Array<number>(8 - head.length - tail.length).fill(0), ...tail];
  }
  return groups.reduce((value, group) => (value << 16n) | BigInt(group), 0n);
}

/**
 * Parses an IPv4 or IPv6 address; no zone, no port, no leading zeros in octets.
 *
 * @example
 * ```ts
 * parseIpAddress('192.0.2.1'); // { version: 4, value: 3221225985 }
 * parseIpAddress('192.0.2.01'); // undefined
 * ```
 */
export function parseIpAddress(text: string): IpAddress | undefined {
  if (text.includes(':')) {
    const value = parseIpv6(text);
    return value === undefined ? undefined : { version: 6, value };
  }
  const value = parseIpv4(text);
  return value === undefined ? undefined : { version: 4, value };
}

function formatIpv4(value: number): string {
  return [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255].join('.');
}

/** The first longest run of two or more zero groups (RFC 5952 section 4.2), as [start, length]. */
function longestZeroRun(groups: readonly number[]): readonly [number, number] {
  let best: readonly [number, number] = [0, 0];
  for (let start = 0; start < 8; start++) {
    let length = 0;
    while (groups[start + length] === 0) length++;
    if (length >= 2 && length > best[1]) best = [start, length];
  }
  return best;
}

function formatIpv6(value: bigint): string {
  if (value >> 32n === 0xffffn) return `::ffff:${formatIpv4(Number(value & 0xffffffffn))}`;
  const groups: number[] = [];
  for (let shift = 112n; shift >= 0n; shift -= 16n) groups.push(Number((value >> shift) & 0xffffn));
  const hex = groups.map((group) => group.toString(16));
  const [start, length] = longestZeroRun(groups);
  if (length === 0) return hex.join(':');
  return `${hex.slice(0, start).join(':')}::${hex.slice(start + length).join(':')}`;
}

/** The canonical text of an address (RFC 5952 for IPv6). */
export function formatIpAddress(address: IpAddress): string {
  return address.version === 4 ? formatIpv4(address.value) : formatIpv6(address.value);
}

/** Whether two addresses are the same address of the same family. */
export function sameIpAddress(a: IpAddress, b: IpAddress): boolean {
  return a.version === b.version && a.value === b.value;
}

/** The address with only its first `bits` bits kept. */
export function toNetwork(address: IpAddress, bits: number): IpAddress {
  if (address.version === 4) {
    const size = 2 ** (32 - bits);
    return { version: 4, value: Math.floor(address.value / size) * size };
  }
  const shift = BigInt(128 - bits);
  return { version: 6, value: (address.value >> shift) << shift };
}

/** The last address of the network that begins at `address` and has a prefix of `bits` bits. */
export function lastOfNetwork(address: IpAddress, bits: number): IpAddress {
  return address.version === 4
    ? { version: 4, value: address.value + 2 ** (32 - bits) - 1 }
    : { version: 6, value: address.value + (1n << BigInt(128 - bits)) - 1n };
}

/** Whether a value is an address from {@link parseIpAddress}. */
export function isIpAddress(value: unknown): value is IpAddress {
  if (typeof value !== 'object' || value === null || !('version' in value && 'value' in value)) return false;
  return value.version === 4 ? typeof value.value === 'number' : typeof value.value === 'bigint';
}
