import { isLoopbackHost } from '../../../address/address-check.ts';
import type { IsOfPage, LocalRequest } from './egress-gate.ts';
import { getEndpoint } from './find-addresses.ts';
import { getHeaders, type MessageHead } from './http-message.ts';

/**
 * Whether a request to this machine may go through. A page of this machine, or given HTML, may have frames of other
 * sites and link to them, and these must not reach what it may reach.
 *
 * A page can't forge the headers that the browser adds (Fetch Metadata, `Origin`, `Referer`), but it can suppress them.
 * Then, and for TLS, the browser's events decide.
 *
 * @param head absent if it can't be read, since it is encrypted
 */
export async function mayReachMachine(
  request: LocalRequest,
  head: MessageHead | undefined,
  isOfPage: IsOfPage,
): Promise<boolean> {
  const headers = getHeaders(head);
  const site = headers.get('sec-fetch-site');
  // No page made this request: the visit itself did.
  if (site === 'none' || site === 'same-origin' || site === 'same-site') return true;
  const named = [headers.get('origin'), headers.get('referer')].filter(
    (from) => from !== undefined && from !== 'null',
  );
  if (named.length === 0) return isOfPage(request);
  return named.every((from = '') => isLoopbackHost(getEndpoint(from)?.host ?? ''));
}
