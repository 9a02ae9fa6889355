import type { App } from '../app.ts';
import { errorOnPurpose } from '../faults/error-on-purpose.ts';

/**
 * Ends the connection of a request that is answered with a network error, `Response.error()`.
 *
 * What no server has a word for is said by a body that fails at once: Bun and Node then send nothing at all. Deno has
 * written the head by then, so that one says that it is no success, and that there is more to come.
 */
export function droppingConnections(fetch: App['fetch']): App['fetch'] {
  return async (request, peer) => {
    const response = await fetch(request, peer);
    return response.type === 'error' ? brokenAnswer() : response;
  };
}

function brokenAnswer(): Response {
  const body = new ReadableStream({
    start: (controller) => controller.error(errorOnPurpose('a fault dropped this connection')),
  });
  return new Response(body, { status: 502, headers: { 'content-length': '1' } });
}
