import type { HandlerOptions, MockNetwork } from '../../handlers.ts';
import { findDestination, usualPlaces } from '../handlers/destination.ts';
import { type Asked, askAndFollow, askOnce, redirected } from './ask.ts';

/**
 * Answers what a page, or every page of a context, asks of the API and of zones from a mock in this process. All
 * other requests go where they went before.
 *
 * An answer reaches the page as a whole: a stream is read to its end first, and what never ends is answered never.
 * Answers may be read from any origin, with all of their headers, unless they say themselves who may read them.
 * The returned function takes the routes back.
 *
 * @throws HandlerOptionError when `baseUrl` or an entry of `zones` cannot be understood
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
  /** What is asked at the moment, so that nobody works for a page that has gone or lost interest. */
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
      // A connection that the mock has dropped, or a page that has gone and waits for nothing.
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
 * Gives an answer to the page that waits for it, whole.
 *
 * @throws what ends its body early
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
 * The headers of an answer, readable from where the page is: a mock is no place to learn what another origin allows,
 * and a page's server has to see `touchstone-operation`. An answer that says itself who may read it is left alone.
 */
function headersFor({ url, headers: sent }: Asked, answered: Headers): Record<string, string> {
  const headers = Object.fromEntries([...answered].filter(([name]) => !isFraming(name)));
  const cookies = answered.getSetCookie();
  // Playwright takes them apart at line feeds.
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

/** What described the bytes on a wire; the page gets them without one. */
const isFraming = (name: string) => /^(?:content-length|transfer-encoding|connection|set-cookie)$/.test(name);

/** A page that leads on at once, and leaves no trace in the history; with the cookies of the redirect it stands for. */
function detour(response: Response, to: URL): Response {
  const headers = new Headers({ 'content-type': 'text/html; charset=utf-8' });
  for (const cookie of response.headers.getSetCookie()) headers.append('set-cookie', cookie);
  // Inside a script, `<` would end it.
  const target = JSON.stringify(to.href).replaceAll('<', '\\u003c');
  return new Response(`<!doctype html><script>location.replace(${target})</script>`, { headers });
}

/** What a request of a page asks. */
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
 * What a page, a browser context, a request and a route of Playwright have that is used here. Written down instead of
 * imported, so that `playwright`, `playwright-core` and `@playwright/test` of any version fit.
 */
export interface Routed {
  route(matches: (url: URL) => boolean, handler: (route: RoutedRequest) => Promise<void>): Promise<unknown>;
  unroute(matches: (url: URL) => boolean, handler: (route: RoutedRequest) => Promise<void>): Promise<unknown>;
  on(event: 'close', listener: () => void): unknown;
  on(event: 'requestfailed', listener: (request: PageRequest) => void): unknown;
}

/**
 * A request that waits for what becomes of it. All parts of an answer are optional, and bytes are any bytes: so it fits
 * without the declarations of Node, which say what a `Buffer` is.
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

/** What a page sends. */
export interface PageRequest {
  url(): string;
  method(): string;
  /** By lower-case names, those included that a page can't set. */
  allHeaders(): Promise<Record<string, string>>;
  postDataBuffer(): Uint8Array | null;
  isNavigationRequest(): boolean;
}
