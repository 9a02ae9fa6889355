import type { setupServer } from 'msw/node';

/** Request handlers of the MSW that is installed: `handlers()` of this package, and your own. */
export type NetworkHandlers = Parameters<typeof setupServer>;

/** How the network treats requests. */
export interface NetworkOptions {
  /**
   * What becomes of a request that no handler answers: it passes through in silence (`bypass`), passes
   * through with a warning on the console (`warn`), or fails (`error`). Default `bypass`.
   */
  readonly onUnhandledRequest?: 'bypass' | 'warn' | 'error';
  /**
   * Whether `close()` prints the requests that mocks of the handlers had no operation for, or that were left to others
   * though they look like theirs (`print`, the default), or not (`silent`).
   */
  readonly unknown?: 'print' | 'silent';
}

/** An intercepted network: the surface of MSW's `setupServer`, the same under MSW 2 and 3. */
export interface InterceptedNetwork {
  /** Starts to intercept after `close()`; while intercepting, takes on the new options. */
  listen(options?: NetworkOptions): void;
  /** Puts handlers before all others, until `resetHandlers()`. */
  use(...handlers: NetworkHandlers): void;
  /** Drops what `use()` added, or goes on with other handlers from here on. */
  resetHandlers(...handlers: NetworkHandlers): void;
  /** Makes used-up one-time handlers answer again. */
  restoreHandlers(): void;
  /** The handlers in the order they are asked. */
  listHandlers(): ReturnType<ReturnType<typeof setupServer>['listHandlers']>;
  /** Stops to intercept and gives `fetch` and `node:http` back. Closing twice is no error. */
  close(): void;
}

/** What both ways to a network have in common, before `setupNetwork` evens out the rest. */
export interface OpenNetwork
  extends Pick<InterceptedNetwork, 'use' | 'resetHandlers' | 'restoreHandlers' | 'listHandlers' | 'close'> {
  listen(onUnhandled: 'bypass' | 'warn' | 'error'): void;
}
