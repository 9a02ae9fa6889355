import type { HandlerOptions, MockNetwork } from '../../handlers.ts';
import { findDestination, usualPlaces } from '../handlers/destination.ts';
import { type Asked, askAndFollow, askOnce, redirected } from './ask.ts';

/**
 * Routes API and zone requests of a page, or of all pages of a context, to a mock in this process. All other requests
 * go on as before.
 *
 * An answer reaches the page as a whole: a stream is read to its end first, and an endless one never arrives. Answers
 * and all of their headers are readable from any origin, unless they set their own CORS headers. The returned function
 * removes the routes.
 *
 * @throws HandlerOptionError when `baseUrl` or an entry of `zones` is invalid
 * @example
 * const mock = createMock();
 * await routePage(page, mock);
 * await page.goto('http://shop.example.localhost/');
 */
export async function routePage(
  target: Routed,
  mock: MockNetwork,
  options: HandlerOptions = {},
): Promise<() => Promise<void>> {
  const find = findDestination(options.baseUrl ?? usualPlaces.baseUrl, options.zones ?? usualPlaces.zones);
  /** Open requests, to stop work for a page that has gone or cancelled them. */
  const running = new Map<PageRequest, AbortController>();
  target.on('requestfailed', (request) => running.get(request)?.abort());
  target.on('close', () => {
    for (const controller of running.values()) controller.abort();
  });

  const matches = (url: URL) => find(url) !== undefined;
  const handler = async (route: RoutedRequest) => {
    const request = route.request();
    const controller = new AbortController();
    running.set(request, controller);
    const asked = await readRequest(request);
    try {
      await fulfill(route, asked, await answer(asked, request.isNavigationRequest(), controller.signal));
    } catch {
      // The mock dropped the connection, or the page has gone.
      await route.abort('connectionreset').catch(() => {});
    } finally {
      running.delete(request);
    }
  };
  await target.route(matches, handler);
  return async () => {
    await target.unroute(matches, handler);
  };

  async function answer(asked: Asked, navigates: boolean, signal: AbortSignal): Promise<Response> {
    if (!navigates) return askAndFollow(mock, find, asked, signal);
    const response = await askOnce(mock, find, asked, signal);
    const next = redirected(asked, response);
    return next?.method === 'GET' && matches(next.url) ? detour(response, next.url) : response;
  }
}

/**
 * Sends a whole answer to the page.
 *
 * @throws the error that ends its body early
 */
async function fulfill(route: RoutedRequest, asked: Asked, response: Response): Promise<void> {
  if (response.type === 'error') throw new TypeError('the mock has dropped the connection');
  const bytes = new Uint8Array(await response.arrayBuffer());
  await route.fulfill({
    status: response.status,
    headers: headersFor(asked, response.headers),
    body: Buffer.from(bytes),
  });
}

/**
 * The headers of an answer, with CORS headers for the page: a mock can't tell what another origin allows, and pages
 * must be able to read `touchstone-operation`. An answer with its own CORS headers stays as it is.
 */
function headersFor({ url, headers: sent }: Asked, answered: Headers): Record<string, string> {
  const headers = Object.fromEntries([...answered].filter(([name]) => !isFraming(name)));
  const cookies = answered.getSetCookie();
  // Playwright splits them at line feeds.
  if (cookies.length > 0) headers['set-cookie'] = cookies.join('\n');
  const { origin } = sent;
  if (origin === undefined || origin === url.origin || answered.has('access-control-allow-origin'))
    return headers;
  return {
    ...headers,
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': Object.keys(headers).join(', '),
    vary: [answered.get('vary'), 'Origin'].filter(Boolean).join(', '),
  };
}

/** Headers about the encoding on the wire, which the page doesn't see. */
const isFraming = (name: string) => /^(?:content-length|transfer-encoding|connection|set-cookie)$/.test(name);

/** A page that redirects at once without an entry in the history, with the cookies of the redirect that it replaces. */
function detour(response: Response, to: URL): Response {
  const headers = new Headers({ 'content-type': 'text/html; charset=utf-8' });
  for (const cookie of response.headers.getSetCookie()) headers.append('set-cookie', cookie);
  // Inside a script, `<` could end it.
  const target = JSON.stringify(to.href).replaceAll('<', '\\u003c');
  return new Response(`<!doctype html><script>location.replace(${target})</script>`, { headers });
}

/** Reads the request of a page. */
async function readRequest(request: PageRequest): Promise<Asked> {
  const all = Object.entries(await request.allHeaders());
  const body = request.postDataBuffer();
  return {
    url: new URL(request.url()),
    method: request.method(),
    // HTTP/2 has parts of the request line among its headers.
    headers: Object.fromEntries(all.filter(([name]) => !name.startsWith(':'))),
    body: body === null ? undefined : new Uint8Array(body),
  };
}

/**
 * The parts of Playwright's page, context, request and route that are used here. Declared instead of imported, so that
 * any version of `playwright`, `playwright-core` and `@playwright/test` fits.
 */
export interface Routed {
  route(matches: (url: URL) => boolean, handler: (route: RoutedRequest) => Promise<void>): Promise<unknown>;
  unroute(matches: (url: URL) => boolean, handler: (route: RoutedRequest) => Promise<void>): Promise<unknown>;
  on(event: 'close', listener: () => void): unknown;
  on(event: 'requestfailed', listener: (request: PageRequest) => void): unknown;
}

/**
 * A request to fulfil, continue or abort. All parts of an answer are optional, and bytes are any bytes, so it needs no
 * declarations of Node's `Buffer`.
 */
export interface RoutedRequest {
  request(): PageRequest;
  fulfill(answer?: {
    status?: number;
    headers?: Record<string, string>;
    body?: Uint8Array | string;
  }): Promise<unknown>;
  abort(why: string): Promise<unknown>;
}

/** A request of a page. */
export interface PageRequest {
  url(): string;
  method(): string;
  /** By lower-case name, including those that a page can't set. */
  allHeaders(): Promise<Record<string, string>>;
  postDataBuffer(): Uint8Array | null;
  isNavigationRequest(): boolean;
}
