/** A block of addresses that no webhook may go to. */
export interface AddressBlock {
  /** `10.0.0.0/8` */
  readonly cidr: string;
  readonly what: string;
}

/**
 * Blocks of IPv4 that are not the public Internet. The seed says `private network address`; which blocks
 * those are is inferred (fact sheet inference, section 4, and the special-purpose registry of RFC 6890).
 */
export const privateIpv4: readonly AddressBlock[] = [
  { cidr: '0.0.0.0/8', what: 'this network' },
  { cidr: '10.0.0.0/8', what: 'private use' },
  { cidr: '100.64.0.0/10', what: 'shared by carriers' },
  { cidr: '127.0.0.0/8', what: 'loopback' },
  { cidr: '169.254.0.0/16', what: 'link-local' },
  { cidr: '172.16.0.0/12', what: 'private use' },
  { cidr: '192.0.0.0/24', what: 'protocol assignments' },
  { cidr: '192.0.2.0/24', what: 'documentation' },
  { cidr: '192.168.0.0/16', what: 'private use' },
  { cidr: '198.18.0.0/15', what: 'benchmarks' },
  { cidr: '198.51.100.0/24', what: 'documentation' },
  { cidr: '203.0.113.0/24', what: 'documentation' },
  { cidr: '224.0.0.0/4', what: 'multicast' },
  { cidr: '240.0.0.0/4', what: 'reserved, and broadcast' },
];

/** Blocks of IPv6 that are not the public Internet. */
export const privateIpv6: readonly AddressBlock[] = [
  { cidr: '::/128', what: 'unspecified' },
  { cidr: '::1/128', what: 'loopback' },
  { cidr: '64:ff9b:1::/48', what: 'translation within a network' },
  { cidr: '100::/64', what: 'discarded' },
  { cidr: '2001::/23', what: 'protocol assignments, and Teredo' },
  { cidr: '2001:db8::/32', what: 'documentation' },
  { cidr: '3fff::/20', what: 'documentation' },
  { cidr: 'fc00::/7', what: 'unique local' },
  { cidr: 'fe80::/10', what: 'link-local' },
  { cidr: 'fec0::/10', what: 'site-local' },
  { cidr: 'ff00::/8', what: 'multicast' },
];

/**
 * Blocks of IPv6 whose addresses hold one of IPv4, from this bit on: such an address is as private as the
 * one that it holds.
 */
export const embeddedIpv4: readonly (AddressBlock & { readonly bit: number })[] = [
  { cidr: '::/96', what: 'compatible', bit: 96 },
  { cidr: '::ffff:0:0/96', what: 'mapped', bit: 96 },
  { cidr: '::ffff:0:0:0/96', what: 'translated', bit: 96 },
  { cidr: '64:ff9b::/96', what: 'translation at the edge of a network', bit: 96 },
  { cidr: '2002::/16', what: '6to4', bit: 16 },
];

/** Names that resolve to this machine whatever the resolver says: RFC 6761. */
export const loopbackNames = ['localhost', '.localhost'] as const;
