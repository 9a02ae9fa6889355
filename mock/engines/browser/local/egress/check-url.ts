import type { PrivateNetwork } from '../../browser-options.ts';
import type { EgressFailure } from './egress-gate.ts';
import { findAddresses, type ResolveName } from './find-addresses.ts';
import { endpointOf } from './host-of.ts';
import { resolveName } from './resolve-name.ts';

/**
 * Why a URL may not be asked for; nothing where it may. This is for a browser that no gate stands before, because it
 * runs on another machine: it asks a resolver of its own, so a name can mean something else there, or a moment later.
 *
 * @param url any URL; one that is not of the web needs no network, unless it is of the file system
 * @example
 * if (await checkUrl(request.url(), network)) await request.abort('blockedbyclient');
 */
export async function checkUrl(
  url: string,
  network: PrivateNetwork,
  resolve: ResolveName = resolveName,
): Promise<EgressFailure | undefined> {
  if (/^(?:data|blob|about):/i.test(url)) return undefined;
  const endpoint = endpointOf(url);
  if (endpoint === undefined) return 'blocked';
  return (await findAddresses(endpoint.host, network, resolve)).failure;
}
