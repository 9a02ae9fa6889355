import type { LoadedPage, Visit } from './visit.ts';

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
  /** Port of this machine that no page reaches, whatever it may reach otherwise; asked for with each connection. */
  readonly closedPort?: (() => number | undefined) | undefined;
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

/** One step of a navigation that led elsewhere. */
export interface Redirect {
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** What the server of a page said, and what the page calls itself. */
export interface PageFacts {
  /** HTTP status of the document; 200 for a document that was given. */
  readonly status: number;
  readonly title: string;
  /** Headers of the document by their lower-case names; repeated ones joined by a line feed. */
  readonly headers: Readonly<Record<string, string>>;
  readonly finalUrl: string;
  /** Oldest first; empty where nothing led elsewhere. */
  readonly redirects: readonly Redirect[];
}

/** What came of a visit. */
export interface Visited<T> {
  readonly value: T;
  readonly page: PageFacts;
  /** Milliseconds of browser time, rounded up. */
  readonly browserMs: number;
}

/** Which browser there is, or why there is none. */
export type BrowserStatus =
  | {
      readonly found: true;
      /** Its name and version, as `HeadlessChrome/153.0.8010.0`. */
      readonly product: string;
      /** Where it is: the path of the executable or the address it is reached at. */
      readonly where: string;
      /** What was tried before it, and why it was not taken. */
      readonly passedOver: readonly string[];
      /** What a user may want to know about how it runs, such as that its processes are not locked in. */
      readonly notes?: readonly string[] | undefined;
    }
  | { readonly found: false; readonly tried: readonly string[] };

/** Visits pages, of which none can see anything of another. */
export interface BrowserEngine {
  /**
   * Loads a page, lets `work` have it, and throws away whatever could be left of it.
   *
   * @throws BrowserError when the page can't be loaded or worked on; its `browserMs` is what the visit took
   */
  visit<T>(visit: Visit, work: (page: LoadedPage) => Promise<T>): Promise<Visited<T>>;
  /** Looks for a browser and starts it. */
  status(): Promise<BrowserStatus>;
  /** Ends every visit and the browser; a later visit starts another. */
  close(): Promise<void>;
}
