import type { Browser, BrowserContext, BrowserContextOptions } from 'puppeteer-core';

/** A browser that runs, ours or somebody else's. */
export interface RunningBrowser {
  readonly browser: Browser;
  /** Its name and version. */
  readonly product: string;
  /** Path of its executable, or the address it was reached at. */
  readonly where: string;
  /** Number of its first process; absent where it runs elsewhere. */
  readonly pid: number | undefined;
  /** What a user may want to know about how it runs. */
  readonly notes: readonly string[];
}

/** What a start needed, which differs from one machine to the next. */
export interface StartNeeds {
  /** Whether its processes are locked in. */
  readonly sandbox: boolean;
  /** Folder of the libraries packed with it, where this system lacks them. */
  readonly libraries: string | undefined;
}

/** A browser as whoever opened it has it. */
export interface OpenedBrowser extends RunningBrowser {
  /** Absent where it was not started here. */
  readonly needs?: StartNeeds;
  /** Whether it can reach the gates of this process. */
  readonly gates: boolean;
  /** Opens a context; those that are open at the end are thrown away. */
  openContext(options: BrowserContextOptions): Promise<BrowserContext>;
  /** Resolved once it is gone, or out of reach. */
  readonly ended: Promise<void>;
  /** Keeps this program from ending while the browser is used, or no longer. */
  hold(held: boolean): void;
  /** Ends it and all it left behind, or leaves it where it is not ours. */
  close(): Promise<void>;
}
