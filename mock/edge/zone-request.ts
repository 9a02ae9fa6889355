import { touchstoneLimits } from '../../spec/services/touchstone/schemas.ts';
import { TouchstoneError } from '../../spec/touchstone-error.ts';
import { splitUrl } from '../../spec/url.ts';
import type { Peer } from '../api/app.ts';
import { NotedHeaders } from '../world/journal-entry.ts';
import { joinBytes } from './join-bytes.ts';
import { clientSignal } from './origin/forwarded-headers.ts';
import { groupPairs } from './pairs.ts';

/** A request for a zone, with the parts that checks read. */
export class ZoneRequest {
  readonly url: string;
  readonly peer: Peer;
  readonly method: string;
  /** Host in lower case, without its port. */
  readonly host: string;
  /** Path of the URL, without dot segments: what the origin gets. */
  readonly path: string;
  /** Path of the request line as sent, if the server provides it. */
  readonly rawPath: string;
  /** Query as sent, without its question mark. */
  readonly query: string;
  readonly secure: boolean;
  /** Host in lower case, with its port where it has one. */
  readonly authority: string;
  /** Undefined after the request is answered. */
  #request: Request | undefined;
  #headers: Pick<Headers, 'get'> & Iterable<[name: string, value: string]>;
  /** Names and values of the headers in turn as sent, if the server provides them. */
  readonly #lines: readonly string[] | undefined;
  #headerValues: ReadonlyMap<string, readonly string[]> | undefined;
  #cookies: ReadonlyMap<string, readonly string[]> | undefined;
  #body: InspectedBody | undefined;

  constructor(request: Request, peer: Peer) {
    const { url } = request;
    const { host, path, query } = splitUrl(url);
    const sent = peer.target === undefined ? { path, query } : splitTarget(peer.target);
    const named = request.headers.get(hostHeader);
    this.url = url;
    this.#request = request;
    this.#headers = request.headers;
    this.#lines = peer.headerLines;
    this.peer = peer;
    this.method = request.method;
    this.authority = (named !== null && peer.loopback ? named : host).toLowerCase();
    this.host = hostname(this.authority);
    this.path = path;
    this.rawPath = sent.path;
    this.query = sent.query;
    this.secure = url.startsWith('https:');
  }

  /** Aborts when the client disconnects. */
  get signal(): AbortSignal {
    return this.#unanswered.signal;
  }

  /** Path with its query. */
  get uri(): string {
    return this.query === '' ? this.path : `${this.path}?${this.query}`;
  }

  /**
   * Headers as the zone sees them: with its own host, and without those that are ours. They are the lines as sent if
   * the server provides them, else one per name in lower case.
   */
  get headers(): [name: string, value: string][] {
    const headers: [string, string][] = [['host', this.host]];
    for (const [name, value] of this.#lines ? getLines(this.#lines) : this.#headers) {
      const lower = name.toLowerCase();
      if (lower === 'host') headers[0] = [name, this.host];
      else if (!isOwnHeader(lower)) headers.push([name, value]);
    }
    return headers;
  }

  /** Values of the headers by lower-case name, each in the order of its lines. */
  get headerValues(): ReadonlyMap<string, readonly string[]> {
    this.#headerValues ??= groupPairs(this.headers.map(([name, value]) => [name.toLowerCase(), value]));
    return this.#headerValues;
  }

  /**
   * One value of a header, if any.
   *
   * @param name in lower case
   * @param index from 0; always 0 if the server joins the lines of a header
   */
  headerValue(name: string, index: number): string | undefined {
    if (this.#lines) return this.headerValues.get(name)?.[index];
    return index === 0 ? this.header(name) : undefined;
  }

  /** All values of a header joined into one, as `Headers` does. */
  header(name: string): string | undefined {
    if (name === 'host') return this.host;
    return this.#headers.get(name) ?? undefined;
  }

  /** Address of the client; an IPv6-mapped IPv4 address becomes an IPv4 address. */
  get clientAddress(): string {
    return this.peer.address.replace(/^::ffff:(?=\d+\.)/i, '');
  }

  /** Cookies by name; a repeated name has several values. */
  get cookies(): ReadonlyMap<string, readonly string[]> {
    const lines = this.#lines && this.headerValues.get('cookie');
    this.#cookies ??= parseCookies(lines?.join(';') ?? this.header('cookie') ?? '');
    return this.#cookies;
  }

  /** The client's signals as sent; accepted on loopback only. */
  get signals(): string | undefined {
    const sent = this.header(signalsHeader);
    return sent !== undefined && this.peer.loopback ? sent : undefined;
  }

  /** The beginning of the body, after it was read. */
  get body(): RequestBody | undefined {
    return this.#body;
  }

  /** Reads the beginning of the body, once. */
  async readBody(): Promise<void> {
    const { body } = this.#unanswered;
    if (this.#body !== undefined || body === null) return;
    this.#body = await inspectBody(body, touchstoneLimits.inspectedBodyBytes);
  }

  /**
   * The request for the origin: without our headers, and with its whole body.
   *
   * @param change further changes to the headers
   */
  forward(change?: (headers: Headers) => void): Request {
    const request = this.#unanswered;
    if (!this.#body && !change && !hasOwnHeader(request.headers)) return request;
    const headers = new Headers(request.headers);
    for (const name of ownHeaders) headers.delete(name);
    change?.(headers);
    // Built from parts: the server's object may not be a Request that can be copied, and in Bun a copy without headers
    // would keep those of the original.
    const init: RequestInit & { duplex?: 'half' } = { method: request.method, headers, redirect: 'manual' };
    const signal = clientSignal(request);
    if (signal) init.signal = signal;
    const body = this.#body?.replay ?? request.body;
    // A stream needs `duplex: 'half'`; the DOM types lack that member.
    if (body !== null) Object.assign(init, { body, duplex: 'half' });
    const forwarded = new Request(request.url, init);
    // Bun turns a method that it does not know into GET.
    return forwarded.method === request.method
      ? forwarded
      : Object.defineProperty(forwarded, 'method', { value: request.method });
  }

  /** Frees what an answered request no longer needs, and keeps what can still be read. */
  settle(): NotedHeaders {
    const noted = new NotedHeaders(this.#unanswered.headers);
    this.#headers = noted;
    this.#request = undefined;
    return noted;
  }

  get #unanswered(): Request {
    if (!this.#request) throw new TouchstoneError('request-answered', 'The request was already answered.');
    return this.#request;
  }
}

/** Path and query of the target of a request line, which can be a whole URL: RFC 9112, section 3.2. */
function splitTarget(target: string): { readonly path: string; readonly query: string } {
  return splitUrl(target.startsWith('/') ? `http://host${target}` : target);
}

/** A host without its port and the final dot of a fully qualified name. */
function hostname(host: string): string {
  return host.replace(/:\d*$/, '').replace(/\.$/, '');
}

/** The header by which loopback clients name the zone's host when their `fetch` replaces `Host`. */
export const hostHeader = 'touchstone-host';

/** The header by which loopback clients send signals that a laptop lacks: scores, a country. */
export const signalsHeader = 'touchstone-signals';

/** Our own request headers: hidden from rules and origins. */
export const ownHeaders: readonly string[] = [hostHeader, signalsHeader];

/** Whether a request header is ours. */
export function isOwnHeader(name: string): boolean {
  return ownHeaders.includes(name);
}

/** Whether a request carries a header of ours. */
export function hasOwnHeader(headers: Headers): boolean {
  return headers.has(hostHeader) || headers.has(signalsHeader);
}

/**
 * The cookies of a `Cookie` header. Names are percent-decoded and keep their case, values stay as they are, quotes
 * included, and a repeated name collects its values: Cloudflare docs, Rules language fields.
 *
 * @example
 * parseCookies('session=a%20b; theme=dark').get('session') // ['a%20b']
 */
export function parseCookies(header: string): Map<string, string[]> {
  return groupPairs(
    header.split(';').flatMap((pair): [string, string][] => {
      const equals = pair.indexOf('=');
      const name = decodeName(pair.slice(0, Math.max(equals, 0)).trim());
      return name === '' ? [] : [[name, pair.slice(equals + 1).trim()]];
    }),
  );
}

function* getLines(lines: readonly string[]): Generator<[name: string, value: string]> {
  // Each name has a value.
  for (let at = 0; at < lines.length; at += 2) yield [lines[at] as string, lines[at + 1] as string];
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The beginning of a request's body, as far as rules read. */
export interface RequestBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether the body is longer than that. */
  readonly truncated: boolean;
}

/** The beginning of a body, and the body to send on in its place. */
export interface InspectedBody extends RequestBody {
  /** The whole body again: the bytes if that was all, else a stream that continues after them. */
  readonly replay: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>;
}

/**
 * Reads at most `limit` bytes of a body, and keeps the whole body sendable: the replay begins with the bytes read, and
 * the rest streams through as it arrives.
 *
 * @example
 * const { bytes, replay } = await inspectBody(request.body, 1024);
 */
export async function inspectBody(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  limit: number,
): Promise<InspectedBody> {
  const reader = body.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  while (size <= limit) {
    const { done, value } = await reader.read();
    if (done) {
      const bytes = joinBytes(chunks);
      return { bytes, truncated: false, replay: bytes };
    }
    chunks.push(value);
    size += value.byteLength;
  }
  const bytes = joinBytes(chunks).slice(0, limit);
  return { bytes, truncated: true, replay: continued(chunks, reader) };
}

function continued(
  chunks: Uint8Array<ArrayBuffer>[],
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull(controller) {
      const kept = chunks.shift();
      if (kept) return controller.enqueue(kept);
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
