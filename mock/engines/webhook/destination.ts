import ipaddr from 'ipaddr.js';
import { TouchstoneError } from '../../../spec/touchstone-error.ts';
import { checkAddress, type PublicAddress } from '../address/address-check.ts';

/**
 * Resolves a host name to its addresses. Returns none, or throws, for a name without any.
 *
 * @param name without a trailing dot
 */
export type ResolveHost = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

type RefusalReason =
  | 'invalid-url'
  | 'not-https'
  | 'user-info'
  | 'local-name'
  | 'unresolvable'
  | 'private-address';

export interface Refusal {
  readonly outcome: 'refused';
  readonly reason: RefusalReason;
  /** The fault, with the value. */
  readonly message: string;
}

/** A URL and its allowed addresses, the only ones to connect to. */
export interface Destination {
  readonly url: URL;
  /** The host of the URL as a name or an address, without brackets and without a trailing dot. */
  readonly host: string;
  /** At least one; empty without a resolver, when the connecting side must resolve the name. */
  readonly addresses: readonly PublicAddress[];
}

export interface DestinationOptions {
  /**
   * Absent where there is none, as in a page. Then addresses in the URL are checked, and names that are known to be
   * private are refused, but the addresses of other names are unknown.
   */
  readonly resolve?: ResolveHost | undefined;
  /**
   * Hosts allowed at any address, as `host` or `host:port`: receivers in local development. HTTPS is still required.
   */
  readonly allowHosts?: readonly string[];
  readonly signal?: AbortSignal;
}

/**
 * Checks the target of a webhook: HTTPS, no user in the URL, and only public addresses for its host. One private
 * address among several is enough to refuse it, because a connection may use any of them.
 *
 * @returns the destination, or why it is refused; if a resolver throws, the host is unresolvable
 * @throws the signal's reason
 * @example
 * const checked = await checkDestination('https://hooks.example.com/x', { resolve });
 * if ('reason' in checked) answer400(checked.message);
 */
export async function checkDestination(
  text: string,
  { resolve, allowHosts = [], signal = new AbortController().signal }: DestinationOptions,
): Promise<Destination | Refusal> {
  // The parser also normalizes every notation of an IPv4 address (2130706433, 0x7f.1, 0177.0.0.1).
  const url = URL.parse(text);
  if (url === null) return refusal('invalid-url', `${quote(text)} is not a URL`);
  if (url.protocol !== 'https:') return refusal('not-https', `${quote(text)} does not begin with https:`);
  if (url.username !== '' || url.password !== '') {
    return refusal('user-info', `the URL of ${quote(url.host)} has a user name or a password`);
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (host === '' || host.startsWith('.') || host.includes('..') || host.endsWith('.')) {
    return refusal('invalid-url', `${quote(url.hostname)} is not a host name`);
  }
  const allowed = isAllowed(host, url.port, allowHosts);
  if (!allowed && localName.test(host)) {
    return refusal('local-name', `${quote(host)} is a name of the machine itself`);
  }
  signal.throwIfAborted();
  const literal = ipaddr.isValid(host);
  if (!literal && resolve === undefined) {
    if (allowed || !privateName.test(host)) return { url, host, addresses: [] };
    return refusal('local-name', `${quote(host)} is a name of a private network`);
  }
  const found = literal ? [host] : ((await resolve?.(host, signal).catch(() => [])) ?? []);
  signal.throwIfAborted();
  if (found.length === 0) return refusal('unresolvable', `${quote(host)} has no address`);
  const addresses: PublicAddress[] = [];
  for (const address of found) {
    const checked = allowed ? anyAddress(address) : checkAddress(address);
    if ('refused' in checked) {
      const where = address === host ? quote(host) : `${quote(host)} resolves to ${quote(address)}, which`;
      return refusal('private-address', `${where} is not on the public network: ${checked.refused}`);
    }
    addresses.push(checked);
  }
  return { url, host, addresses };
}

/** Names of the machine itself by RFC 6761 or by common hosts files. */
const localName = /^(?:(?:.+\.)?(?:localhost|localdomain)\d*|ip6-(?:localhost|loopback))$/;

/** Names of private networks: a single label, RFC 6762 and its appendix G, RFC 8375. */
const privateName = /^[^.]+$|\.(?:local|intranet|internal|private|corp|home|lan|home\.arpa)$/;

function isAllowed(host: string, port: string, allowHosts: readonly string[]): boolean {
  return allowHosts.some((entry) => {
    // Through the parser, so that names compare as in the URL: case, punycode, IPv4 notations.
    const bare = entry.includes('::') && !entry.startsWith('[') ? `[${entry}]` : entry;
    const allowed = URL.parse(`https://${bare}/`);
    if (allowed === null) return false;
    const name = allowed.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
    const anyPort = !/:\d+$/.test(bare.replace(/^\[.*\]/, ''));
    return name === host && (anyPort || allowed.port === port);
  });
}

function anyAddress(text: string): PublicAddress | { refused: string } {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return { address: text, family: 4 };
  return ipaddr.IPv6.isValid(text) ? { address: text, family: 6 } : { refused: 'not an address' };
}

function refusal(reason: RefusalReason, message: string): Refusal {
  return { outcome: 'refused', reason, message };
}

/** A value for a message, shortened, since a URL can be long. */
function quote(value: string): string {
  return JSON.stringify(value.length > 200 ? `${value.slice(0, 200)}…` : value);
}

/** A POST to send. */
export interface OutgoingPost extends Destination {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
  /** Certificates to trust in addition to the runtime's own, as PEM. */
  readonly ca?: readonly string[];
  readonly signal: AbortSignal;
}

export interface ConnectAnswer {
  readonly status: number;
  /** The address of the connection, or `null` if the runtime does not report it. */
  readonly address: string | null;
  readonly body: ReadableStream<Uint8Array> | null;
}

/**
 * Sends one POST to one of the checked addresses, under the name of the URL (in `Host` and in the certificate), without
 * resolving again. It may try the next address only while nothing was sent. It follows no redirect.
 *
 * @throws WebhookConnectError if the receiver can't be reached; the signal's reason
 */
export type Connect = (post: OutgoingPost) => Promise<ConnectAnswer>;

/** The receiver was not reached: no connection, or an untrusted certificate. */
export class WebhookConnectError extends TouchstoneError {
  readonly reason: 'connection' | 'certificate';

  constructor(reason: 'connection' | 'certificate', message: string, options?: ErrorOptions) {
    super(`webhook-${reason}`, message, options);
    this.reason = reason;
  }
}

/**
 * Sends with `fetch`, for environments without sockets, such as a page or a service worker. `fetch` resolves the name
 * by itself: it may connect to another address than the checked one, and `ca` has no effect. A browser hides the status
 * of a redirect; it is 0 then.
 *
 * @example
 * const connect = fetchConnect(globalThis.fetch);
 */
export function fetchConnect(send: (request: Request) => Promise<Response>): Connect {
  return async ({ url, headers, body, signal }) => {
    const request = new Request(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
    const response = await send(request).catch((error: unknown) => {
      signal.throwIfAborted();
      const message = error instanceof Error ? error.message : String(error);
      throw new WebhookConnectError('connection', message, { cause: error });
    });
    return { status: response.status, address: null, body: response.body };
  };
}
