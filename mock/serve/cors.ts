import { serverLimits } from '../../spec/limits.ts';
import type { App } from '../api/app.ts';
import { isPreflight } from '../api/preflight.ts';
import { namesThisMachine } from '../engines/address/address-check.ts';

/**
 * Which pages may call a server: those of this machine (`true`, the default), none of other origins (`false`), or also
 * those of the given origins, such as `https://app.example`; `*` is any.
 */
export type CorsOption = boolean | readonly string[];

/** Whether pages of an origin may call the server. */
export type IsAllowedOrigin = (origin: string) => boolean;

/** Returns a test for the `Origin` of a request. */
export function allowedOrigins(option: CorsOption = true): IsAllowedOrigin {
  if (option === false) return () => false;
  const origins = new Set(option === true ? [] : option.map((origin) => origin.toLowerCase()));
  const isAny = origins.has('*');
  /** The last allowed origin; a page sends the same one each time. */
  let known: string | undefined;
  return (origin) => {
    if (origin === known) return true;
    const isAllowed = isAny || origins.has(origin.toLowerCase()) || isOfThisMachine(origin);
    if (isAllowed) known = origin;
    return isAllowed;
  };
}

/** Whether a page is served by this machine, at any port. */
function isOfThisMachine(origin: string): boolean {
  const url = /^https?:\/\//i.test(origin) ? URL.parse(origin) : null;
  return url !== null && namesThisMachine(url.hostname);
}

/**
 * Lets pages of allowed origins call a plane (CORS): answers preflight requests in its place, and makes answers readable
 * with all of their headers. An answer with CORS headers of its own stays as it is, and so do answers to other clients.
 */
export function allowOrigins(fetch: App['fetch'], isAllowed: IsAllowedOrigin): App['fetch'] {
  return (request, peer) => {
    const origin = request.headers.get('origin');
    if (origin === null || !isAllowed(origin)) return fetch(request, peer);
    return isPreflight(request)
      ? Promise.resolve(preflightAnswer(request.headers, origin))
      : fetch(request, peer).then((response) => readableBy(origin, response));
  };
}

function preflightAnswer(wish: Headers, origin: string): Response {
  const headers = new Headers({
    ...allowing(origin),
    'access-control-allow-methods': wish.get('access-control-request-method') ?? '',
    'access-control-max-age': String(serverLimits.preflightSeconds),
    vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
  });
  const named = wish.get('access-control-request-headers');
  if (named !== null) headers.set('access-control-allow-headers', named);
  return new Response(null, { status: 204, headers });
}

function readableBy(origin: string, response: Response): Response {
  const { headers } = response;
  // A network error has no headers: its connection is closed.
  if (response.type === 'error' || headers.has('access-control-allow-origin')) return response;
  const names = [...headers.keys()].filter((name) => name !== 'set-cookie');
  for (const [name, value] of Object.entries(allowing(origin))) headers.set(name, value);
  headers.set('access-control-expose-headers', names.join(', '));
  headers.append('vary', 'Origin');
  return response;
}

const allowing = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-allow-credentials': 'true',
});
