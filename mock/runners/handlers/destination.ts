import { gatewayHost } from '../../../spec/services/ai-gateway/limits.ts';
import { TouchstoneError } from '../../../spec/touchstone-error.ts';

/** Thrown for an invalid `baseUrl` or `zones` option; the message says what is valid. */
export class HandlerOptionError extends TouchstoneError {}

/** The destination of one request: the API plane or a zone, and the URL that the mock must see. */
export interface Destination {
  readonly plane: 'api' | 'edge';
  readonly url: URL;
}

/** Returns the destination of a URL; nothing if it is not for the mock. */
export type FindDestination = (url: URL) => Destination | undefined;

/** Default URL of the API and default hosts of zones. */
export const usualPlaces = { baseUrl: '*/client/v4', zones: ['*.example.localhost'] } as const;

/** The path under which the mock itself answers API calls. */
const API_PATH = '/client/v4';
/** The path of the admin interface, on the origin of the API. */
const ADMIN_PATH = '/_touchstone';
/** The remote of a repository on the origin of the API, and paths below it. */
const GIT_PATH = /^\/git\/[0-9a-f]{32}\/[^/]+\/[^/]+\.git(?:\/|$)/;
/** The same on its own host, which begins with the account. */
const GIT_HOST = /^[0-9a-f]{32}\.artifacts\./;
const GIT_HOST_PATH = /^\/git\/[^/]+\/[^/]+\.git(?:\/|$)/;

/** The gateway of an account, on the origin of the API and on the platform's host of gateways. */
const GATEWAY_PATH = new RegExp(`^${gatewayHost.path}/v1/[0-9a-f]{32}/`);

interface BasePattern {
  /** `undefined` means `*`: any origin, and any path before `path`. */
  readonly origin: string | undefined;
  /** Without a trailing slash; may be empty with an origin. */
  readonly path: string;
}

/**
 * Compiles both patterns into one function, so that the cost of a request does not depend on the number of endpoints.
 *
 * A base URL with an origin is more specific than zones and is tried first. `*` is less specific, so a zone keeps its
 * own `/client/v4` path.
 *
 * @param baseUrl `*` + path (any origin), an absolute `http(s)` URL, or a path of the current page
 * @param zones host names; `*.example.com` means the apex `example.com` and every name below it
 * @throws HandlerOptionError for an invalid pattern
 *
 * @example
 * ```ts
 * const find = findDestination('*\/client/v4', ['*.example.localhost']);
 * find(new URL('https://api.example.localhost/orders'))?.plane; // 'edge'
 * ```
 */
export function findDestination(baseUrl: string, zones: readonly string[]): FindDestination {
  const base = parseBase(baseUrl);
  const zoneMatchers = zones.map(parseZone);
  const toZone: FindDestination = (url) =>
    zoneMatchers.some((matches) => matches(url.hostname)) ? { plane: 'edge', url } : undefined;
  const toApi: FindDestination = (url) => {
    const rest = apiPath(url, base);
    return rest === undefined ? undefined : { plane: 'api', url: withPath(url, rest) };
  };
  const [first, second] = base.origin === undefined ? [toZone, toApi] : [toApi, toZone];
  return (url) => first(url) ?? second(url);
}

/** Adds the addresses of other APIs, whose requests the API plane gets as they are. */
export function withServers(find: FindDestination, servers: readonly URL[]): FindDestination {
  const isServed = ({ host, pathname }: URL) =>
    servers.some(
      (server) => server.host === host && startsWithSegments(pathname, server.pathname.replace(/\/+$/, '')),
    );
  return (url) => find(url) ?? (isServed(url) ? { plane: 'api', url } : undefined);
}

/** The path that the mock must see for a URL of the API plane, else `undefined`. */
function apiPath(url: URL, base: BasePattern): string | undefined {
  const { pathname } = url;
  if (GIT_HOST.test(url.hostname) && GIT_HOST_PATH.test(pathname)) return pathname;
  if (url.hostname === gatewayHost.name && pathname.startsWith('/v1/')) return gatewayHost.path + pathname;
  if (base.origin !== undefined && base.origin !== url.origin) return undefined;
  if (GATEWAY_PATH.test(pathname)) return pathname;
  if (GIT_PATH.test(pathname)) return pathname;
  if (startsWithSegments(pathname, ADMIN_PATH)) return pathname;
  const start = base.origin === undefined ? findSegments(pathname, base.path) : 0;
  if (start < 0 || !startsWithSegments(pathname.slice(start), base.path)) return undefined;
  return API_PATH + pathname.slice(start + base.path.length);
}

function startsWithSegments(path: string, prefix: string): boolean {
  return path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/');
}

/** The index of these whole segments in a path, or -1. */
function findSegments(path: string, segments: string): number {
  const inside = path.indexOf(`${segments}/`);
  if (inside >= 0) return inside;
  return path.endsWith(segments) ? path.length - segments.length : -1;
}

function withPath(url: URL, path: string): URL {
  if (url.pathname === path) return url;
  const moved = new URL(url);
  moved.pathname = path;
  return moved;
}

function parseBase(baseUrl: string): BasePattern {
  if (baseUrl.startsWith('*')) {
    const path = baseUrl.slice(1).replace(/\/+$/, '');
    if (!path.startsWith('/') || /[*?#]/.test(path)) throw badBase(baseUrl);
    return { origin: undefined, path };
  }
  // A bare path is relative to the page, as in MSW's own patterns; only a browser has one.
  const page = typeof location === 'undefined' ? undefined : location.href;
  const url = URL.canParse(baseUrl, page) ? new URL(baseUrl, page) : undefined;
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !baseUrl.includes('*');
  if (!isPlain) throw badBase(baseUrl);
  return { origin: url.origin, path: url.pathname.replace(/\/+$/, '') };
}

function badBase(baseUrl: string): HandlerOptionError {
  return new HandlerOptionError(
    'handlers-base-url',
    `baseUrl is ${JSON.stringify(baseUrl)}; write '*/client/v4' for any origin, or an absolute URL without query such as 'http://localhost:4800/client/v4'.`,
  );
}

function parseZone(pattern: string): (hostname: string) => boolean {
  const below = pattern.startsWith('*.');
  const name = below ? pattern.slice(2) : pattern;
  // The URL parser normalizes host names: lower case, punycode.
  const host = URL.canParse(`http://${name}`) ? new URL(`http://${name}`) : undefined;
  if (!host || host.href !== `http://${host.hostname}/` || /[*/]/.test(name)) {
    throw new HandlerOptionError(
      'handlers-zone',
      `zones has ${JSON.stringify(pattern)}; write a host name without port or path, such as 'shop.test', or '*.shop.test' for it and every name below it.`,
    );
  }
  const apex = host.hostname;
  const suffix = `.${apex}`;
  return (hostname) => hostname === apex || (below && hostname.endsWith(suffix));
}
