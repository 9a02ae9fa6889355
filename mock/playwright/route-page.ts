import { findDestination, usualPlaces } from '../handlers/destination.ts';
import type { HandlerOptions, MockNetwork } from '../handlers.ts';
import { type Asked, askAndFollow, askOnce, redirected } from './ask.ts';
import { detour, fulfill } from './fulfill.ts';
import { readRequest } from './read-request.ts';
import type { PageRequest, Routed, RoutedRequest } from './routed.ts';

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
