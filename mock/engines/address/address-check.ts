import ipaddr from 'ipaddr.js';

/** An address that was found to be on the public network, in the one form to connect to. */
export interface PublicAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Why an address is not connected to, as words for a message: `loopback`, `private`, `not an address`. */
export interface AddressRefusal {
  readonly refused: string;
}

/**
 * Whether an address belongs to the public network. Only plain unicast addresses do: private, shared, loopback,
 * link-local, multicast, documentation, benchmark and reserved ranges do not (fact sheet section 4).
 *
 * An IPv6 address that carries an IPv4 address is as public as the one it carries: mapped (`::ffff:`) and
 * NAT64 (`64:ff9b::/96`) ones. The forms that are out of use are refused whole, because no public receiver has
 * them: compatible (`::/96`), translated (`::ffff:0:0:0/96`), 6to4, Teredo, and local NAT64.
 *
 * @param text as a resolver gives it: dotted decimal or IPv6, without brackets
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
  // All that is given out for public use lies here; the library calls the rest of the space unicast too.
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
