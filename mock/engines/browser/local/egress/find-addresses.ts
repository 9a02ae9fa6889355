import ipaddr from 'ipaddr.js';
import {
  checkAddress,
  isLoopbackHost,
  isMetadataAddress,
  isMetadataName,
} from '../../../address/address-check.ts';
import type { PrivateNetwork } from '../../browser-options.ts';

/** Finds all addresses of a name; it answers none, or throws, for a name that has none. */
export type ResolveName = (name: string) => Promise<readonly string[]>;

/** The addresses a host may be reached at, all of them checked; or why it may not or can't be. */
export type FoundAddresses =
  | { readonly addresses: readonly string[]; readonly failure?: undefined }
  | { readonly failure: 'blocked' | 'unresolved'; readonly addresses?: undefined };

const blocked: FoundAddresses = { failure: 'blocked' };
const unresolved: FoundAddresses = { failure: 'unresolved' };

/**
 * Finds where a host is and whether it may be reached there. One forbidden address among several is enough to
 * refuse, because which of them a connection takes is chance. Who connects to what is answered, and asks no
 * resolver again, can't be led elsewhere by a name that means something new by then.
 *
 * Names of this machine are not asked for: their addresses are fixed (RFC 6761 section 6.3).
 *
 * @param host in lower case, as {@link endpointOf} gives it
 */
export async function findAddresses(
  host: string,
  network: PrivateNetwork,
  resolve: ResolveName,
): Promise<FoundAddresses> {
  if (isMetadataName(host)) return blocked;
  const local = isLoopbackHost(host);
  const literal = ipaddr.isValid(host);
  // Spares the resolver, and tells it nothing.
  if (local && network === 'refused') return blocked;
  let found: readonly string[];
  if (literal) found = [host];
  else if (local) found = ['127.0.0.1', '::1'];
  else found = await resolve(host).catch(() => []);
  if (found.length === 0) return unresolved;
  const may = (address: string) => {
    if (!isPlain(address) || isMetadataAddress(address)) return false;
    if (network === 'allowed' || (local && network === 'loopback')) return true;
    return 'address' in checkAddress(address);
  };
  return found.every(may) ? { addresses: found } : blocked;
}

/** Whether an address is in a notation that every program reads the same way, and bound to no zone. */
function isPlain(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return true;
  return ipaddr.IPv6.isValid(address) && !address.includes('%');
}
