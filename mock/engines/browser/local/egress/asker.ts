import { isLoopbackHost } from '../../../address/address-check.ts';
import { endpointOf } from './host-of.ts';
import type { MessageHead } from './message-head.ts';

/** Tells requests that a page of this machine makes from those that somebody else's makes in it. */
export interface Askers {
  /**
   * Whether a request for this machine may go there. A page of this machine may show frames of others and lead to
   * pages of others, and none of these may reach what it may reach itself.
   *
   * @param request left out where it can't be read, since it is encrypted
   */
  mayAsk(request: MessageHead | undefined): boolean;
}

/**
 * Judges requests by what the browser says of who makes them (Fetch Metadata; `Origin`; `Referer`), which no page can
 * write itself. Who hides where it comes from is taken for a page of this machine only as long as no page was asked
 * for by its address: HTML that was given comes from nowhere. An image of a page of this machine that is redirected
 * back to it by others is not told apart.
 */
export function createAskers(): Askers {
  let hasAddress = false;
  return {
    mayAsk(request) {
      const lines = request?.lines ?? [];
      const headers = new Map(lines.map((line) => [nameOf(line), line.slice(line.indexOf(':') + 1).trim()]));
      const site = headers.get('sec-fetch-site');
      // Nobody's page asked for this one: whoever visits it did.
      if (site === 'none') hasAddress = true;
      if (site === 'none' || site === 'same-origin' || site === 'same-site') return true;
      const named = [headers.get('origin'), headers.get('referer')].filter(
        (from) => from !== undefined && from !== 'null',
      );
      if (named.length === 0) return !hasAddress;
      return named.every((from = '') => isLoopbackHost(endpointOf(from)?.host ?? ''));
    },
  };
}

const nameOf = (line: string): string =>
  line
    .slice(0, Math.max(line.indexOf(':'), 0))
    .trim()
    .toLowerCase();
