import type { Browser, BrowserContext, BrowserContextOptions } from 'puppeteer-core';

/** A running browser, started here or elsewhere. */
export interface RunningBrowser {
  readonly browser: Browser;
  /** Its name and version. */
  readonly product: string;
  /** Path of its executable, or its address. */
  readonly where: string;
  /** Id of its first process; absent if it runs elsewhere. */
  readonly pid: number | undefined;
  /** Notes for the user on how it runs. */
  readonly notes: readonly string[];
}

/** Launch settings that depend on the machine. */
export interface StartNeeds {
  /** Whether its processes are sandboxed. */
  readonly sandbox: boolean;
  /** Folder of the libraries packed with it, if this system lacks them. */
  readonly libraries: string | undefined;
}

/** A browser, as its opener sees it. */
export interface OpenedBrowser extends RunningBrowser {
  /** Absent if it was not started here. */
  readonly needs?: StartNeeds;
  /** Whether it can reach the gates of this process. */
  readonly gates: boolean;
  /** Opens a context; contexts that are open at the end are closed. */
  openContext(options: BrowserContextOptions): Promise<BrowserContext>;
  /** Resolves once it is gone or unreachable. */
  readonly ended: Promise<void>;
  /** Sets whether this program keeps running while the browser is in use. */
  hold(held: boolean): void;
  /** Ends it and removes its files, or leaves it running if it is not ours. */
  close(): Promise<void>;
}
