import { ApiError } from '../../spec/errors.ts';
import { refuseInText } from '../api/answer.ts';
import type { App } from '../api/app.ts';
import { isLoopbackHost } from '../engines/address/address-check.ts';

/** The hosts that a server answers for. */
export interface OwnHosts {
  /** Address that it listens on. */
  readonly host: string;
  /** Names under which others reach it. */
  readonly publicHosts?: readonly string[] | undefined;
}

/** Whether a host, in lower case and without a port, is one of the server. */
type IsOwnHost = (hostname: string) => boolean;

/**
 * Tells the hosts of a server: this machine's, the address it listens on and those it was told of. A server that
 * listens on every address is asked by any of them: who lets a name of his own lead here has no address as its host.
 */
export function ownHosts({ host, publicHosts = [] }: OwnHosts): IsOwnHost {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const names = new Set(
    [host, ...publicHosts].map((name) => getHostname(name.includes('::') ? `[${name}]` : name)),
  );
  return (hostname) =>
    isLoopbackHost(hostname) || names.has(hostname) || (isEverywhere && /^[\d.]+$|:/.test(hostname));
}

/** The shape in which a plane refuses. */
type Refuse = (error: ApiError) => Response;

/**
 * Refuses requests whose `Host` is none, and those for other hosts: a page of somebody else whose name has come to lead
 * to this machine asks under that name, and would read the answer.
 *
 * @param isOwn left out where every host may be asked for, as at the edge
 */
export function guardHost(fetch: App['fetch'], refuse: Refuse, isOwn?: IsOwnHost): App['fetch'] {
  /** The last one that was let in, which is that of nearly every request. */
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

/** Refuses what pages of other machines send: a browser lets them send a POST anywhere. */
export function guardOrigin(fetch: App['fetch'], isOwn: IsOwnHost): App['fetch'] {
  return async (request, peer) => {
    const origin = request.headers.get('origin');
    const hostname = origin === null ? undefined : (getHostname(origin.replace(/^https?:\/\//, '')) ?? '');
    if (hostname === undefined || isOwn(hostname)) return fetch(request, peer);
    return refuseInText(new ApiError('origin-refused', { origin: origin ?? '' }));
  };
}

/** What stands for `Host` in HTTP/2, which Deno alone speaks here, and only in TLS. */
function getAuthority({ url }: Request): string {
  return 'Deno' in globalThis && url.startsWith('https:') ? new URL(url).host : '';
}

/** The host of a `Host` header, in lower case, without port and brackets; undefined where it is none. */
function getHostname(host: string): string | undefined {
  if (!/^(?:\[[\da-f:.]+\]|[^\s:/?#@[\]\\,]+)(?::\d*)?$/i.test(host)) return undefined;
  return URL.parse(`http://${host}`)?.hostname.replace(/^\[|\]$|\.$/g, '');
}
