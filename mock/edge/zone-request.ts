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
    this.host = hostname(named ?? host);
    this.path = path;
    this.query = query;
    this.secure = request.url.startsWith('https:');
  }

  /** Path with its query. */
  get uri(): string {
    return this.query === '' ? this.path : `${this.path}?${this.query}`;
  }

  /** Headers by lower-case name, as the zone sees them: with its own host, and without the header that is ours. */
  get headers(): [name: string, value: string][] {
    const others = [...this.request.headers].filter(([name]) => name !== hostHeader && name !== 'host');
    return [['host', this.host], ...others];
  }

  header(name: string): string | undefined {
    if (name === 'host') return this.host;

    return this.request.headers.get(name) ?? undefined;
  }

  /** Cookies by name; a name that stands twice has two values. */
  get cookies(): ReadonlyMap<string, readonly string[]> {
    this.#cookies ??= parseCookies(this.header('cookie') ?? '');
    return this.#cookies;
  }
}

/** A host in lower case, without its port and without the dot that ends a fully qualified name. */
function hostname(host: string): string {
  return host.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase();
}
