import { namesThisMachine } from '../../address/address-check.ts';
import { BrowserError } from '../browser-error.ts';
import type { PrivateNetwork } from '../browser-options.ts';
import type { VisitSource } from '../visit.ts';

/**
 * The address that a visit asks for.
 *
 * @throws BrowserError `network` where it is none, `blocked` where it is not one of HTTP: the browser itself would
 * open files of this machine and pages of its own
 */
export function addressOf(url: string): URL {
  const address = URL.parse(url);
  if (address === null) throw new BrowserError('network', 'ERR_INVALID_URL');
  refuseScheme(address.protocol);
  return address;
}

/** @throws BrowserError `blocked` where the scheme of a document is neither `http:` nor `https:` */
export function refuseScheme(scheme: string): void {
  if (scheme === 'http:' || scheme === 'https:') return;
  throw new BrowserError('blocked', `${scheme} addresses are not visited, only http: and https: ones`);
}

/**
 * What a visit may reach: the machine itself is for pages that somebody has of it already, never for pages of others,
 * wherever those lead.
 */
export function reachOf(source: VisitSource, network: PrivateNetwork): PrivateNetwork {
  if (network !== 'loopback' || source.url === undefined) return network;
  return namesThisMachine(addressOf(source.url).hostname) ? 'loopback' : 'refused';
}
