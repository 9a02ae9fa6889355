import { ApiError } from '../../spec/errors.ts';
import { refuseInText } from '../api/answer.ts';
import type { App, Peer } from '../api/app.ts';
import { isLoopbackHost } from '../engines/address/address-check.ts';
import type { IsAllowedOrigin } from './cors.ts';

/** The hosts of a server. */
export interface OwnHosts {
  /** Address that it listens on. */
  readonly host: string;
  /** Names by which other machines reach it. */
  readonly publicHosts?: readonly string[] | undefined;
}

/** Whether a host, in lower case and without a port, belongs to the server. */
type IsOwnHost = (hostname: string) => boolean;

/**
 * Returns a test for the hosts of a server: those of this machine, the address it listens on, and the given ones. A
 * server that listens on every address accepts any address as host: DNS rebinding needs a name.
 */
export function ownHosts({ host, publicHosts = [] }: OwnHosts): IsOwnHost {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const names = new Set(
    [host, ...publicHosts].map((name) => getHostname(name.includes('::') ? `[${name}]` : name)),
  );
  return (hostname) =>
    isLoopbackHost(hostname) || names.has(hostname) || (isEverywhere && /^[\d.]+$|:/.test(hostname));
}

/** Formats a refusal for a plane. */
type Refuse = (error: ApiError) => Response;

/**
 * Refuses requests with an invalid `Host`, and those for other hosts. Otherwise a foreign page could point its own name
 * at this machine (DNS rebinding) and read the answers.
 *
 * @param isOwn omitted if any host is fine, as at the edge
 */
export function guardHost(fetch: App['fetch'], refuse: Refuse, isOwn?: IsOwnHost): App['fetch'] {
  /** The last accepted host; nearly every request has the same one. */
  let known: string | undefined;
  const refusalFor = (host: string): ApiError | undefined => {
    if (host === known) return undefined;
    const hostname = getHostname(host);
    if (hostname === undefined) return new ApiError('host-malformed');
    if (isOwn?.(hostname) === false) return new ApiError('host-unknown', { host: hostname });
    known = host;
    return undefined;
  };
  return (request, peer) => {
    const refusal = refusalFor(request.headers.get('host') ?? getAuthority(request));
    return refusal ? Promise.resolve(refuse(refusal)) : fetch(request, peer);
  };
}

/**
 * Refuses requests from pages of other origins: a browser lets them send a POST anywhere.
 *
 * @param isAllowed origins that may send requests all the same
 */
export function guardOrigin(fetch: App['fetch'], isOwn: IsOwnHost, isAllowed: IsAllowedOrigin): App['fetch'] {
  return async (request, peer) => {
    const origin = getForeignOrigin(request, isOwn, isAllowed);
    return origin === undefined
      ? fetch(request, peer)
      : refuseInText(new ApiError('origin-refused', { origin }));
  };
}

/** Marks the same requests, for a plane that refuses some of them: those for what needs no token. */
export function markForeignPages(
  fetch: App['fetch'],
  isOwn: IsOwnHost,
  isAllowed: IsAllowedOrigin,
): App['fetch'] {
  return (request, peer) =>
    fetch(request, peer && getForeignOrigin(request, isOwn, isAllowed) ? new ForeignPage(peer) : peer);
}

/** The origin of a page that may not call the server; undefined for any other client. */
function getForeignOrigin(
  { headers }: Request,
  isOwn: IsOwnHost,
  isAllowed: IsAllowedOrigin,
): string | undefined {
  const origin = headers.get('origin');
  if (origin === null) return undefined;
  const hostname = getHostname(origin.replace(/^https?:\/\//, '')) ?? '';
  return isOwn(hostname) || isAllowed(origin) ? undefined : origin;
}

/** What a peer knows is looked up lazily, so it is not copied. */
class ForeignPage implements Peer {
  readonly isForeignPage = true;
  readonly #peer: Peer;

  constructor(peer: Peer) {
    this.#peer = peer;
  }

  get address(): string {
    return this.#peer.address;
  }

  get loopback(): boolean {
    return this.#peer.loopback;
  }

  get headerLines(): readonly string[] | undefined {
    return this.#peer.headerLines;
  }

  get target(): string | undefined {
    return this.#peer.target;
  }
}

/** The authority of HTTP/2 in place of `Host`; only Deno speaks HTTP/2 here, and only over TLS. */
function getAuthority({ url }: Request): string {
  return 'Deno' in globalThis && url.startsWith('https:') ? new URL(url).host : '';
}

/** The host of a `Host` header, in lower case, without port and brackets; undefined if invalid. */
function getHostname(host: string): string | undefined {
  if (!/^(?:\[[\da-f:.]+\]|[^\s:/?#@[\]\\,]+)(?::\d*)?$/i.test(host)) return undefined;
  return URL.parse(`http://${host}`)?.hostname.replace(/^\[|\]$|\.$/g, '');
}
