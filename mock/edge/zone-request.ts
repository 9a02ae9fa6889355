import { touchstoneLimits } from '../../spec/services/touchstone/schemas.ts';
import type { Peer } from '../app.ts';
import { splitUrl } from '../url.ts';
import { parseCookies } from './cookies.ts';
import { hasOwnHeader, hostHeader, ownHeaders, signalsHeader } from './own-headers.ts';
import { type InspectedBody, inspectBody, type RequestBody } from './request-body.ts';

/** A request for a zone, with the parts of it that checks ask for. */
export class ZoneRequest {
  readonly request: Request;
  readonly peer: Peer;
  readonly method: string;
  /** Host in lower case, without its port. */
  readonly host: string;
  /** Path as sent. */
  readonly path: string;
  /** Query without its question mark. */
  readonly query: string;
  readonly secure: boolean;
  #cookies: ReadonlyMap<string, readonly string[]> | undefined;
  #body: InspectedBody | undefined;

  constructor(request: Request, peer: Peer) {
    const { host, path, query } = splitUrl(request.url);
    const named = request.headers.get(hostHeader);
    this.request = request;
    this.peer = peer;
    this.method = request.method;
    this.host = (named !== null && peer.loopback ? named : host).replace(/:\d+$/, '').toLowerCase();
    this.path = path;
    this.query = query;
    this.secure = request.url.startsWith('https:');
  }

  /** Path with its query. */
  get uri(): string {
    return this.query === '' ? this.path : `${this.path}?${this.query}`;
  }

  header(name: string): string | undefined {
    return this.request.headers.get(name) ?? undefined;
  }

  /** Address of the client; one that came in as an IPv6 form of an IPv4 address is the latter. */
  get clientAddress(): string {
    return this.peer.address.replace(/^::ffff:(?=\d+\.)/i, '');
  }

  /** Cookies by name; a name that stands twice has two values. */
  get cookies(): ReadonlyMap<string, readonly string[]> {
    this.#cookies ??= parseCookies(this.header('cookie') ?? '');
    return this.#cookies;
  }

  /** What the client says of itself that a laptop lacks, as it was sent; believed on loopback only. */
  get signals(): string | undefined {
    const sent = this.header(signalsHeader);
    return sent !== undefined && this.peer.loopback ? sent : undefined;
  }

  /** The beginning of the body, once it was read. */
  get body(): RequestBody | undefined {
    return this.#body;
  }

  /** Reads the beginning of the body, once. */
  async readBody(): Promise<void> {
    if (this.#body !== undefined || this.request.body === null) return;
    this.#body = await inspectBody(this.request.body, touchstoneLimits.inspectedBodyBytes);
  }

  /** The request as the origin gets it: without our headers, and with its whole body. */
  forward(): Request {
    const { request } = this;
    if (!this.#body && !hasOwnHeader(request.headers)) return request;
    const headers = new Headers(request.headers);
    for (const name of ownHeaders) headers.delete(name);
    // Made of its parts: in Bun, a copy of a request with no headers left would keep those of the original.
    // A stream has to say that it is sent while answers may come; the DOM types lack that member.
    const init: RequestInit & { duplex: 'half' } = {
      method: request.method,
      headers,
      body: this.#body?.replay ?? request.body,
      duplex: 'half',
      redirect: 'manual',
      signal: request.signal,
    };
    return new Request(request.url, init);
  }
}
