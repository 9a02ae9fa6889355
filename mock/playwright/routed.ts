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
