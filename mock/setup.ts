import '../spec/require-node.ts';
import { unknownRequests } from './runners/handlers/unknown-requests.ts';
import type {
  InterceptedNetwork,
  NetworkHandlers,
  NetworkOptions,
} from './runners/setup/intercepted-network.ts';
import { openNetwork } from './runners/setup/open-network.ts';
import type { UnknownRoute } from './world/journal-entry.ts';
import { formatUnknownRequests } from './world/journal-format.ts';

export type {
  InterceptedNetwork,
  NetworkHandlers,
  NetworkOptions,
} from './runners/setup/intercepted-network.ts';

/**
 * Intercepts the network of this process in one call, on Node, Bun and Deno, under MSW 2.11 and later and MSW 3: native
 * `fetch` as well as `node:http` and `node:https`. Interception has started when the promise resolves.
 *
 * `setupServer` of MSW 3 does the same on Node only (docs/decisions/0002-msw-majors-and-runtimes.md).
 *
 * @example
 * ```ts
 * const network = await setupNetwork(handlers());
 * afterEach(() => network.resetHandlers());
 * afterAll(() => network.close());
 * ```
 */
export async function setupNetwork(
  handlers: NetworkHandlers,
  options: NetworkOptions = {},
): Promise<InterceptedNetwork> {
  const network = await openNetwork(handlers);
  let isListening = false;
  let unknown: NetworkOptions['unknown'];
  const stop = () => {
    // MSW 3 throws when it is closed twice.
    if (isListening) network.close();
    isListening = false;
  };
  const close = () => {
    const message =
      isListening && unknown !== 'silent'
        ? formatUnknownRequests(handlers.flatMap(unknownRoutes))
        : undefined;
    stop();
    if (message !== undefined) console.warn(message);
  };
  const listen = (wanted: NetworkOptions = {}) => {
    stop();
    unknown = wanted.unknown;
    network.listen(wanted.onUnhandledRequest ?? 'bypass');
    isListening = true;
  };
  listen(options);
  return {
    listen,
    close,
    use: (...added) => network.use(...added),
    resetHandlers: (...next) => network.resetHandlers(...next),
    restoreHandlers: () => network.restoreHandlers(),
    listHandlers: () => network.listHandlers(),
  };
}

/** The requests without an operation of the mock behind a handler; none for other handlers. */
function unknownRoutes(handler: NetworkHandlers[number]): readonly UnknownRoute[] {
  // Only this package sets it.
  const ask = (handler as { [unknownRequests]?: () => readonly UnknownRoute[] })[unknownRequests];
  return ask?.() ?? [];
}
