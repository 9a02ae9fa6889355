import ipaddr from 'ipaddr.js';

/** An address on the public network, in the form to connect to. */
export interface PublicAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Why an address is refused, in words for a message: `loopback`, `private`, `not an address`. */
interface AddressRefusal {
  readonly refused: string;
}

/**
 * Whether an address is on the public network. Only plain unicast addresses are: private, shared, loopback, link-local,
 * multicast, documentation, benchmark and reserved ranges are not (RFC 6890).
 *
 * An IPv6 address that embeds an IPv4 address is as public as that one: mapped (`::ffff:`) and NAT64 (`64:ff9b::/96`)
 * addresses. Obsolete forms are always refused, because no public receiver has them: compatible (`::/96`), translated
 * (`::ffff:0:0:0/96`), 6to4, Teredo, and local NAT64.
 *
 * @param text as a resolver returns it: dotted decimal or IPv6, without brackets
 * @example
 * checkAddress('::ffff:10.0.0.1'); // { refused: 'private' }
 * checkAddress('::ffff:1.1.1.1'); // { address: '1.1.1.1', family: 4 }
 */
export function checkAddress(text: string): PublicAddress | AddressRefusal {
  // Other notations of IPv4, such as 0x7f.1, mean different addresses to different programs.
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return checkIPv4(ipaddr.IPv4.parse(text));
  if (!ipaddr.IPv6.isValid(text)) return { refused: 'not an address' };
  const address = ipaddr.IPv6.parse(text);
  if (address.zoneId !== undefined) return { refused: 'bound to a zone' };
  const range = address.range();
  if (range === 'ipv4Mapped') return checkIPv4(address.toIPv4Address());
  const bytes = address.toByteArray();
  if (address.match(ipaddr.IPv6.parse('64:ff9b::'), 96)) {
    const carried = checkIPv4(new ipaddr.IPv4(bytes.slice(12)));
    return 'refused' in carried ? carried : { address: address.toString(), family: 6 };
  }
  if (range !== 'unicast') return { refused: range };
  // All public addresses are in this range; the library calls the rest of the space unicast too.
  if (!address.match(ipaddr.IPv6.parse('2000::'), 3)) return { refused: 'reserved' };
  const isatap = isIsatap(bytes) ? checkIPv4(new ipaddr.IPv4(bytes.slice(12))) : undefined;
  if (isatap !== undefined && 'refused' in isatap) return isatap;
  return { address: address.toString(), family: 6 };
}

function checkIPv4(address: ipaddr.IPv4): PublicAddress | AddressRefusal {
  const range = address.range();
  return range === 'unicast' ? { address: address.toString(), family: 4 } : { refused: range };
}

/** RFC 5214 section 6.1: the interface identifier `[02]00:5efe` is followed by an IPv4 address. */
function isIsatap(bytes: readonly number[]): boolean {
  return (bytes[8] === 0 || bytes[8] === 2) && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe;
}

/**
 * Whether a host names this machine explicitly: `localhost` and the names below it (RFC 6761 section 6.3),
 * `127.0.0.0/8`, `::1`. A name that merely resolves to such an address does not count: its owner can set any address.
 *
 * @param host in lower case, without brackets and without a trailing dot
 * @example
 * isLoopbackHost('app.localhost'); // true
 */
export function isLoopbackHost(host: string): boolean {
  if (/^(?:.+\.)?localhost$/.test(host)) return true;
  if (ipaddr.IPv4.isValidFourPartDecimal(host)) return ipaddr.IPv4.parse(host).range() === 'loopback';
  return ipaddr.IPv6.isValid(host) && ipaddr.IPv6.parse(host).range() === 'loopback';
}

/** {@link isLoopbackHost} for a host as in a URL: with brackets, or with a trailing dot. */
export const namesThisMachine = (hostname: string): boolean =>
  isLoopbackHost(hostname.replace(/^\[|\]$|\.$/g, ''));

/**
 * Addresses at which clouds give a machine its secrets. Untrusted content must never reach them, even if it may reach
 * other private addresses. Link-local ranges are refused as a whole, since several clouds use several addresses there.
 */
const metadataRanges: readonly [ipaddr.IPv4 | ipaddr.IPv6, number][] = [
  ipaddr.parseCIDR('169.254.0.0/16'),
  ipaddr.parseCIDR('fe80::/10'),
  // Amazon and Google over IPv6, Alibaba, Oracle's image service, Azure's host agent (in a public range).
  ipaddr.parseCIDR('fd00:ec2::/32'),
  ipaddr.parseCIDR('fd20:ce::/32'),
  ipaddr.parseCIDR('100.100.100.200/32'),
  ipaddr.parseCIDR('192.0.0.192/32'),
  ipaddr.parseCIDR('168.63.129.16/32'),
];

const metadataName =
  /^(?:metadata|instance-data|(?:.+\.)?metadata\.(?:google\.internal|goog|azure\.internal|tencentyun\.com)|instance-data\.ec2\.internal)$/;

/**
 * Whether a host name is one of a cloud's metadata service.
 *
 * @param name in lower case, without a trailing dot
 */
export function isMetadataName(name: string): boolean {
  return metadataName.test(name);
}

/**
 * Whether an address is one of a cloud's metadata service, or an IPv6 address that embeds one.
 *
 * @param text dotted decimal or IPv6, without brackets
 * @example
 * isMetadataAddress('::ffff:169.254.169.254'); // true
 */
export function isMetadataAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  return [address, ...carriedBy(address)].some((one) =>
    metadataRanges.some(([range, bits]) => one.kind() === range.kind() && one.match(range, bits)),
  );
}

/** The IPv4 addresses that an IPv6 address may be translated to: mapped, translated, 6to4, Teredo, ISATAP. */
function carriedBy(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4[] {
  if (!(address instanceof ipaddr.IPv6)) return [];
  const bytes = address.toByteArray();
  const groups = address.parts;
  const last = bytes.slice(12);
  const carried: number[][] = [];
  const isCompatible = groups.slice(0, 4).every((group) => group === 0);
  const isTranslated = groups[0] === 0x64 && groups[1] === 0xff9b;
  const isIsatap = groups[5] === 0x5efe;
  if (isCompatible || isTranslated || isIsatap) carried.push(last);
  if (groups[0] === 0x2002) carried.push(bytes.slice(2, 6));
  if (groups[0] === 0x2001 && groups[1] === 0)
    carried.push(
      bytes.slice(4, 8),
      last.map((byte) => byte ^ 0xff),
    );
  return carried.map((four) => new ipaddr.IPv4(four));
}
