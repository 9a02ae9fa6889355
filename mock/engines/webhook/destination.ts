import ipaddr from 'ipaddr.js';
import { TouchstoneError } from '../../../spec/touchstone-error.ts';
import { checkAddress, type PublicAddress } from '../address/address-check.ts';

/**
 * Finds the addresses of a host name. It answers none, or throws, for a name that has none.
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
  /** What was wrong, with the value. */
  readonly message: string;
}

/** A URL and the addresses it may be reached at: nothing else is to be connected to. */
export interface Destination {
  readonly url: URL;
  /** The host of the URL as a name or an address, without brackets and without a trailing dot. */
  readonly host: string;
  /** At least one, or none where no resolver was asked: who connects then has to resolve the name. */
  readonly addresses: readonly PublicAddress[];
}

export interface DestinationOptions {
  /**
   * Left out where there is none, as in a page: addresses in the URL are checked then, and of names those that
   * are known to be private are refused, but what any other name leads to is not known.
   */
  readonly resolve?: ResolveHost | undefined;
  /** Hosts that may be anywhere, as `host` or `host:port`: the receivers of local work. HTTPS is still asked for. */
  readonly allowHosts?: readonly string[];
  readonly signal?: AbortSignal;
}

/**
 * Checks where a webhook would go: HTTPS, no user in the URL, and every address of its host public. One private
 * address among several is enough to refuse, because which of them a connection takes is chance.
 *
 * @returns the destination, or why there is none; a resolver that throws makes the host unresolvable
 * @throws the signal's reason
 * @example
 * const checked = await checkDestination('https://hooks.example.com/x', { resolve });
 * if ('reason' in checked) answer400(checked.message);
 */
export async function checkDestination(
  text: string,
  { resolve, allowHosts = [], signal = new AbortController().signal }: DestinationOptions,
): Promise<Destination | Refusal> {
  // The parser also brings every notation of an IPv4 address (2130706433, 0x7f.1, 0177.0.0.1) to the usual one.
  const url = URL.parse(text);
  if (url === null) return refusal('invalid-url', `${quote(text)} is not a URL`);
  if (url.protocol !== 'https:') return refusal('not-https', `${quote(text)} does not begin with https:`);
  if (url.username !== '' || url.password !== '') {
    return refusal('user-info', `the URL of ${quote(url.host)} holds a user name or a password`);
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

/** Names that mean the machine itself by RFC 6761 or by what hosts files commonly hold. */
const localName = /^(?:(?:.+\.)?(?:localhost|localdomain)\d*|ip6-(?:localhost|loopback))$/;

/** Names of private networks: a single label, RFC 6762 and what its appendix G finds in use, RFC 8375. */
const privateName = /^[^.]+$|\.(?:local|intranet|internal|private|corp|home|lan|home\.arpa)$/;

function isAllowed(host: string, port: string, allowHosts: readonly string[]): boolean {
  return allowHosts.some((entry) => {
    // Through the parser, so that names compare as the URL's own does: case, punycode, IPv4 notations.
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

/** A value for a message; a URL can be long. */
function quote(value: string): string {
  return JSON.stringify(value.length > 200 ? `${value.slice(0, 200)}…` : value);
}

/** One POST, ready to go. */
export interface OutgoingPost extends Destination {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
  /** Certificates to trust beside the runtime's own, as PEM. */
  readonly ca?: readonly string[];
  readonly signal: AbortSignal;
}

export interface ConnectAnswer {
  readonly status: number;
  /** The address that was connected to, or `null` where the runtime does not say. */
  readonly address: string | null;
  readonly body: ReadableStream<Uint8Array> | null;
}

/**
 * Sends one POST to one of the checked addresses, under the name of the URL (in `Host` and in the certificate),
 * and asks no resolver again. It may go on to the next address only while nothing was sent. It follows no
 * redirect.
 *
 * @throws WebhookConnectError when the receiver can't be reached; the signal's reason
 */
export type Connect = (post: OutgoingPost) => Promise<ConnectAnswer>;

/** The receiver was not reached: no connection, or a certificate that is not trusted. */
export class WebhookConnectError extends TouchstoneError {
  readonly reason: 'connection' | 'certificate';

  constructor(reason: 'connection' | 'certificate', message: string, options?: ErrorOptions) {
    super(`webhook-${reason}`, message, options);
    this.reason = reason;
  }
}

/**
 * Sends with `fetch`, for places that have nothing else, such as a page or a service worker. `fetch` resolves
 * the name by itself: what it connects to may be another address than the checked one, and `ca` has no effect.
 * A browser hides the status of a redirect; it is 0 then.
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
