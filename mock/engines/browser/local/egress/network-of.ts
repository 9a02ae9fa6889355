import { isLoopbackHost } from '../../../address/index.ts';
import type { PrivateNetwork } from '../../browser-options.ts';
import { endpointOf } from './host-of.ts';

/**
 * What a visit may reach: with `loopback` this machine, if the page is of this machine or was given as HTML.
 *
 * It is to be asked again when the page goes elsewhere, for a page of this machine may lead to one that is not.
 *
 * @param url of the page; left out where a document is given
 * @example
 * gate.admit(networkOf(options.privateNetwork, visit.source.url));
 */
export function networkOf(option: PrivateNetwork = 'refused', url?: string): PrivateNetwork {
  if (option !== 'loopback' || url === undefined) return option;
  const endpoint = endpointOf(url);
  return endpoint !== undefined && isLoopbackHost(endpoint.host) ? 'loopback' : 'refused';
}
