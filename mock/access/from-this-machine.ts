import { namesThisMachine } from '../engines/address/address-check.ts';

/**
 * Whether a request that came from this machine was also meant by it: a page of somebody else that is open in a
 * browser here sends its requests from here too. Such a page is told by its `Origin`; and by the `Host` it was sent
 * to, where its owner lets his own name lead to this machine.
 */
export function isMeantByThisMachine({ headers, url }: Pick<Request, 'headers' | 'url'>): boolean {
  const origin = headers.get('origin');
  return isOfThisMachine(url) && (origin === null || isOfThisMachine(origin));
}

function isOfThisMachine(url: string): boolean {
  const host = URL.parse(url)?.hostname;
  return host !== undefined && namesThisMachine(host);
}
