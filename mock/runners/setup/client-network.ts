import { BatchInterceptor, type RequestController } from '@mswjs/interceptors';
import { ClientRequestInterceptor } from '@mswjs/interceptors/ClientRequest';
import { FetchInterceptor } from '@mswjs/interceptors/fetch';
import { XMLHttpRequestInterceptor } from '@mswjs/interceptors/XMLHttpRequest';
import { defineNetwork, HttpNetworkFrame, NetworkSource } from 'msw/experimental';
import type { NetworkHandlers, OpenNetwork } from './intercepted-network.ts';

/**
 * An MSW 3 network for the runtimes whose sockets it can't intercept. It intercepts the clients instead: `fetch`,
 * `node:http`, `node:https`, and `XMLHttpRequest` if there is a DOM.
 *
 * MSW 2 works this way everywhere, and these interceptors are its own (docs/decisions/0002-msw-majors-and-runtimes.md).
 */
export function openClientNetwork(handlers: NetworkHandlers): OpenNetwork {
  const network = defineNetwork({
    sources: [new ClientSource()],
    handlers,
    // Otherwise MSW logs every answer, as in a browser.
    context: { quiet: true },
  });
  return {
    listen(onUnhandled) {
      network.configure({ onUnhandledFrame: onUnhandled });
      network.enable();
    },
    use: network.use,
    resetHandlers: network.resetHandlers,
    restoreHandlers: network.restoreHandlers,
    listHandlers: network.listHandlers,
    close: network.disable,
  };
}

/** Turns intercepted requests into frames, MSW 3's unit of network traffic. */
class ClientSource extends NetworkSource<ClientFrame> {
  #stop: () => void = () => {};

  override enable(): void {
    // A disposed interceptor can't be applied again, so each start makes its own.
    const interceptor = new BatchInterceptor({
      name: 'touchstone',
      interceptors: [new FetchInterceptor(), new ClientRequestInterceptor(), new XMLHttpRequestInterceptor()],
    });
    interceptor.apply();
    interceptor.on('request', ({ requestId, request, controller }) =>
      this.queue(new ClientFrame(requestId, request, controller)),
    );
    this.#stop = () => interceptor.dispose();
  }

  override disable(): void {
    super.disable();
    this.#stop();
  }
}

/** One intercepted request. If no method answers it, the interceptor performs it. */
class ClientFrame extends HttpNetworkFrame {
  readonly #controller: RequestController;

  constructor(id: string, request: Request, controller: RequestController) {
    super({ id, request });
    this.#controller = controller;
  }

  /** Removes the mark of MSW's `bypass()` from a request before a real server sees it. */
  override passthrough(): void {
    const { headers } = this.data.request;
    const accept = headers.get('accept');
    if (!accept?.includes('msw/passthrough')) return;
    const rest = accept.replace(/(,\s*)?msw\/passthrough/, '');
    if (rest) headers.set('accept', rest);
    else headers.delete('accept');
  }

  override respondWith(response?: Response): void {
    if (response) this.#controller.respondWith(response);
  }

  override errorWith(reason?: unknown): void {
    if (reason instanceof Response) {
      this.respondWith(reason);
    } else if (reason instanceof Error && reason.name === 'InternalError') {
      // MSW's own refusal of an unhandled request: `fetch` rejects with it.
      this.#controller.errorWith(reason);
    } else {
      // An exception of a handler: the interceptor answers 500.
      throw reason;
    }
  }
}
