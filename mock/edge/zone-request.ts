import type { Peer } from '../app.ts';
import { splitUrl } from '../url.ts';
import { parseCookies } from './cookies.ts';

/** The header by which loopback clients name a zone's host when their `fetch` replaces `Host`. */
export const hostHeader = 'touchstone-host';

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

  constructor(request: Request, peer: Peer) {
    const { host, path, query } = splitUrl(request.url);
    const named = peer.loopback ? request.headers.get(hostHeader) : null;
    this.request = request;
    this.peer = peer;
    this.method = request.method;
    this.host = (named ?? host).replace(/:\d+$/, '').toLowerCase();
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

  /** Cookies by name; a name that stands twice has two values. */
  get cookies(): ReadonlyMap<string, readonly string[]> {
    this.#cookies ??= parseCookies(this.header('cookie') ?? '');
    return this.#cookies;
  }
}
