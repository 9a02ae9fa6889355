import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import type { EgressGate } from './egress/egress-gate.ts';

/** A browser that runs, ours or somebody else's. */
export interface RunningBrowser {
  readonly browser: Browser;
  /** Its name and version. */
  readonly product: string;
  /** Path of its executable, or the address it was reached at. */
  readonly where: string;
}

/** Hands out pages of one shared browser, each in a context of its own, as many at once as there are places. */
export interface BrowserPool {
  /**
   * Waits for a place and takes a page in a context of its own.
   *
   * @throws BrowserError `no-browser`, `aborted`
   */
  take(signal: AbortSignal | undefined): Promise<Place>;
  close(): Promise<void>;
}

/** A blank page in a context of its own, as long as it is held. */
export interface Place {
  readonly running: RunningBrowser;
  readonly context: BrowserContext;
  readonly page: Page;
  /** What all that the context sends goes through; absent where a browser runs on another machine. */
  readonly gate: EgressGate | undefined;
  /** Throws the context away, with its pages, however stuck they are, and gives the place to the next. */
  release(): Promise<void>;
}
