import manifest from 'msw/package.json' with { type: 'json' };
import type { NetworkHandlers, OpenNetwork } from './intercepted-network.ts';

/**
 * A network of the installed MSW, not listening yet.
 *
 * MSW's own `setupServer` where it works: MSW 3 intercepts sockets through internals of Node's `net` module, which Bun
 * and Deno do not have.
 */
export async function openNetwork(handlers: NetworkHandlers): Promise<OpenNetwork> {
  const isNode = !('Bun' in globalThis) && !('Deno' in globalThis);
  if (!isNode && Number.parseInt(manifest.version, 10) >= 3) {
    const { openClientNetwork } = await import('./client-network.ts');
    return openClientNetwork(handlers);
  }
  const { setupServer } = await import('msw/node');
  const server = setupServer(...handlers);
  return {
    // Each major reads the option under its own name and ignores the other.
    listen: (onUnhandled) => server.listen(listenOptions(onUnhandled)),
    use: (...added) => server.use(...added),
    resetHandlers: (...next) => server.resetHandlers(...next),
    restoreHandlers: () => server.restoreHandlers(),
    listHandlers: () => server.listHandlers(),
    close: () => server.close(),
  };
}

/** MSW 3 renamed `onUnhandledRequest`; each major ignores the name of the other. */
function listenOptions(strategy: 'bypass' | 'warn' | 'error') {
  return { onUnhandledRequest: strategy, onUnhandledFrame: strategy };
}
