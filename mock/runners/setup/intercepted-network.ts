import type { setupServer } from 'msw/node';

/** Request handlers of the installed MSW: `handlers()` of this package, and your own. */
export type NetworkHandlers = Parameters<typeof setupServer>;

/** How the network treats requests. */
export interface NetworkOptions {
  /**
   * What to do with a request that no handler answers: pass it through silently (`bypass`), pass it through with a
   * warning on the console (`warn`), or fail (`error`). Default `bypass`.
   */
  readonly onUnhandledRequest?: 'bypass' | 'warn' | 'error';
  /**
   * Whether `close()` prints the requests without an operation, and those passed through although they look like the
   * mock's (`print`, the default), or not (`silent`).
   */
  readonly unknown?: 'print' | 'silent';
}

/** An intercepted network: the interface of MSW's `setupServer`, the same under MSW 2 and 3. */
export interface InterceptedNetwork {
  /** Starts interception after `close()`; while intercepting, applies the new options. */
  listen(options?: NetworkOptions): void;
  /** Adds handlers that take precedence over all others, until `resetHandlers()`. */
  use(...handlers: NetworkHandlers): void;
  /** Removes what `use()` added, or replaces all handlers. */
  resetHandlers(...handlers: NetworkHandlers): void;
  /** Makes used-up one-time handlers answer again. */
  restoreHandlers(): void;
  /** The handlers in order of precedence. */
  listHandlers(): ReturnType<ReturnType<typeof setupServer>['listHandlers']>;
  /** Stops interception and restores `fetch` and `node:http`. A second call is no error. */
  close(): void;
}

/** The common interface of both networks, before `setupNetwork` evens out the rest. */
export interface OpenNetwork
  extends Pick<InterceptedNetwork, 'use' | 'resetHandlers' | 'restoreHandlers' | 'listHandlers' | 'close'> {
  listen(onUnhandled: 'bypass' | 'warn' | 'error'): void;
}
