import type { LoadedPage, Visit } from './visit.ts';

/**
 * The private addresses that a page may reach:
 *
 * - `refused`: none
 * - `loopback`: those of this machine, for a page that is requested from this machine (`localhost`, `*.localhost`,
 * `127.0.0.0/8`, `[::1]`) or given as HTML
 * - `allowed`: all except cloud metadata addresses
 */
export type PrivateNetwork = 'refused' | 'loopback' | 'allowed';

/** Selects the browser that renders pages, and its limits. */
export interface BrowserOptions {
  /** Path of an executable, or `ws://…` of a remote browser that speaks CDP. */
  readonly browser?: string | undefined;
  /** Default: `refused`. */
  readonly privateNetwork?: PrivateNetwork | undefined;
  /** Port of this machine that no page may ever reach; called for each connection. */
  readonly closedPort?: (() => number | undefined) | undefined;
  /** Pages rendered concurrently. */
  readonly pagesAtOnce?: number | undefined;
  /** Idle milliseconds before the browser is closed; 0 keeps it open. */
  readonly idleMs?: number | undefined;
  /** Folder to unpack the optional package into. Default: one in the user's own cache. */
  readonly cacheFolder?: string | undefined;
}

/** How to start the rendering browser externally: the launch options of Playwright and Puppeteer. */
export interface LaunchCommand {
  readonly executablePath: string;
  /** Flags that it needs to start here. */
  readonly args: string[];
  /** The environment of this process, plus the variables that it needs to start here. */
  readonly env: Record<string, string>;
}

/** A redirect of a navigation. */
export interface Redirect {
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** The server's response for a page, and the page's title. */
export interface PageFacts {
  /** HTTP status of the document; 200 for a given document. */
  readonly status: number;
  readonly title: string;
  /** Headers of the document by lower-case name; repeated ones joined by a line feed. */
  readonly headers: Readonly<Record<string, string>>;
  readonly finalUrl: string;
  /** Oldest first; empty without redirects. */
  readonly redirects: readonly Redirect[];
}

/** The result of a visit. */
export interface Visited<T> {
  readonly value: T;
  readonly page: PageFacts;
  /** Browser time in milliseconds, rounded up. */
  readonly browserMs: number;
}

/** The available browser, or why there is none. */
export type BrowserStatus =
  | {
      readonly found: true;
      /** Name and version, such as `HeadlessChrome/153.0.8010.0`. */
      readonly product: string;
      /** Its location: the path of the executable or the address. */
      readonly where: string;
      /** The browsers tried before it, and why each was rejected. */
      readonly passedOver: readonly string[];
      /** Notes for the user on how it runs, for example that its processes are not sandboxed. */
      readonly notes?: readonly string[] | undefined;
    }
  | { readonly found: false; readonly tried: readonly string[] };

/** Visits pages, isolated from each other. */
export interface BrowserEngine {
  /**
   * Loads a page, passes it to `work`, and discards everything it could leave behind.
   *
   * @throws BrowserError when the page can't be loaded or the work on it fails; its `browserMs` is the duration of the
   * visit
   */
  visit<T>(visit: Visit, work: (page: LoadedPage) => Promise<T>): Promise<Visited<T>>;
  /** Finds a browser and starts it. */
  status(): Promise<BrowserStatus>;
  /** Ends every visit and the browser; a later visit starts another browser. */
  close(): Promise<void>;
}
