import { isLoopbackHost } from '../../../address/address-check.ts';
import type { IsOfPage, LocalRequest } from './egress-gate.ts';
import { getEndpoint } from './find-addresses.ts';
import { getHeaders, type MessageHead } from './http-message.ts';

/**
 * Whether a request for this machine may go there. A page of this machine, or given HTML, may show frames of others
 * and lead to pages of others, and none of these may reach what it may reach itself.
 *
 * What the browser writes into a request (Fetch Metadata, `Origin`, `Referer`) no page can forge, but a page can have
 * it left out. The browser's events decide then, and for TLS.
 *
 * @param head left out where it can't be read, since it is encrypted
 */
export async function mayAsk(
  request: LocalRequest,
  head: MessageHead | undefined,
  isOfPage: IsOfPage,
): Promise<boolean> {
  const headers = getHeaders(head);
  const site = headers.get('sec-fetch-site');
  // Nobody's page asked for this one: whoever visits it did.
  if (site === 'none' || site === 'same-origin' || site === 'same-site') return true;
  const named = [headers.get('origin'), headers.get('referer')].filter(
    (from) => from !== undefined && from !== 'null',
  );
  if (named.length === 0) return isOfPage(request);
  return named.every((from = '') => isLoopbackHost(getEndpoint(from)?.host ?? ''));
}
