import type { InterceptedNetwork, NetworkHandlers, NetworkOptions } from './setup/intercepted-network.ts';
import { openNetwork } from './setup/open-network.ts';

export type { InterceptedNetwork, NetworkHandlers, NetworkOptions } from './setup/intercepted-network.ts';

/**
 * Intercepts the network of this process in one call, on Node, Bun and Deno, under MSW 2.11 and later
 * and MSW 3: native `fetch` as well as `node:http` and `node:https`. It already intercepts when the
 * promise resolves.
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
  const close = () => {
    // MSW 3 throws when it is closed twice.
    if (isListening) network.close();
    isListening = false;
  };
  const listen = ({ onUnhandledRequest = 'bypass' }: NetworkOptions = {}) => {
    close();
    network.listen(onUnhandledRequest);
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
