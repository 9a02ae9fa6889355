import ipaddr from 'ipaddr.js';

/**
 * Where clouds tell a machine its secrets. Nothing that somebody else wrote may reach them, whatever else of the
 * private network it may reach. Link-local ranges are taken whole: several clouds use several addresses there.
 */
const metadataRanges: readonly [ipaddr.IPv4 | ipaddr.IPv6, number][] = [
  ipaddr.parseCIDR('169.254.0.0/16'),
  ipaddr.parseCIDR('fe80::/10'),
  // Amazon and Google over IPv6, Alibaba, Oracle's image service, Azure's host agent (public by its range).
  ipaddr.parseCIDR('fd00:ec2::/32'),
  ipaddr.parseCIDR('fd20:ce::/32'),
  ipaddr.parseCIDR('100.100.100.200/32'),
  ipaddr.parseCIDR('192.0.0.192/32'),
  ipaddr.parseCIDR('168.63.129.16/32'),
];

const metadataName =
  /^(?:metadata|instance-data|(?:.+\.)?metadata\.(?:google\.internal|goog|azure\.internal|tencentyun\.com)|instance-data\.ec2\.internal)$/;

/**
 * Whether a host name is one of those under which clouds serve their metadata.
 *
 * @param name in lower case, without a trailing dot
 */
export function isMetadataName(name: string): boolean {
  return metadataName.test(name);
}

/**
 * Whether an address is one of those at which clouds serve their metadata, or an IPv6 address that carries one.
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

/** The IPv4 addresses that an IPv6 address may be turned into on its way: mapped, translated, 6to4, Teredo, ISATAP. */
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
