/**
 * Which private addresses a page may reach.
 *
 * - `refused`: none
 * - `loopback`: those of this machine, where the page that was asked for is one of this machine itself
 *   (`localhost`, `*.localhost`, `127.0.0.0/8`, `[::1]`) or was given as HTML
 * - `allowed`: all but the addresses of cloud metadata
 */
export type PrivateNetwork = 'refused' | 'loopback' | 'allowed';

/** Which browser renders pages, and what it may do. */
export interface BrowserOptions {
  /** Path of an executable, or `ws://…` of a browser that runs elsewhere and speaks CDP. */
  readonly browser?: string | undefined;
  /** Default `refused`. */
  readonly privateNetwork?: PrivateNetwork | undefined;
  /** Pages that are rendered at the same time. */
  readonly pagesAtOnce?: number | undefined;
  /** Milliseconds without a visit after which the browser is closed; 0 keeps it. */
  readonly idleMs?: number | undefined;
  /** Folder to unpack the optional package into; by default one of the user's own cache. */
  readonly cacheFolder?: string | undefined;
}

/** How the browser that renders pages is started by somebody else: what Playwright and Puppeteer take to launch. */
export interface LaunchCommand {
  readonly executablePath: string;
  /** Flags without which it does not start here. */
  readonly args: string[];
  /** The environment of this process, and what it does not start without here. */
  readonly env: Record<string, string>;
}
