import { type Connect, WebhookConnectError } from './connect.ts';

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
