import { BrowserError } from '../../browser-error.ts';
import type { Search } from '../find/find-browser.ts';
import type { OpenedBrowser } from '../running-browser.ts';

/** A browser, until the last of its places is closed. */
export interface Tenure {
  readonly opened: OpenedBrowser;
  /** Why earlier candidates were rejected. */
  readonly passedOver: readonly string[];
  /** Aborted when it is gone, or about to end. */
  readonly gone: AbortSignal;
  /** Whether it accepts no more pages. */
  readonly retired: boolean;
  /** Counts a page that is about to be opened. */
  enter(): void;
  /** Counts a closed page; the last one of a replaced browser ends it. */
  leave(): void;
  /** Opens no more pages in it, and ends it once the open ones are closed. */
  retire(): void;
}

/** The browser that all places share; replaced when it is worn out, gone or closed. */
export interface SharedBrowser {
  /**
   * The running browser, or a new one.
   *
   * @throws BrowserError `no-browser`, `closed`
   */
  use(): Promise<Tenure>;
  /** Sets whether the browser keeps this program running. */
  hold(held: boolean): void;
  /** Ends every browser, including those that are starting. */
  close(): Promise<void>;
}

/** Thrown when no browser could be opened; lists what was tried. */
export class NoBrowserFound extends BrowserError {
  readonly tried: readonly string[];

  constructor(tried: readonly string[]) {
    super('no-browser', `no browser was found: ${tried.join('; ')}`);
    this.tried = tried;
  }
}

/**
 * @param find finds a browser and opens it
 * @param pagesOfABrowser pages after which it is replaced
 */
export function createSharedBrowser(
  find: (signal: AbortSignal) => Promise<Search>,
  pagesOfABrowser: number,
): SharedBrowser {
  const tenures = new Set<Tenure & { end(): Promise<void>; hold(): void }>();
  let current: Promise<Tenure> | undefined;
  let stop = new AbortController();
  let held = false;

  const start = (): Promise<Tenure> => {
    const starting: Promise<Tenure> = begin(stop.signal, () => forget(starting));
    current = starting;
    starting.catch(() => forget(starting));
    return starting;
  };

  const forget = (starting: Promise<Tenure>) => {
    if (current === starting) current = undefined;
  };

  const begin = async (signal: AbortSignal, replace: () => void): Promise<Tenure> => {
    const { opened, passedOver } = await find(signal).catch((error: unknown) => {
      throw signal.aborted ? new BrowserError('closed', 'the browser was closed', { cause: error }) : error;
    });
    if (opened === undefined) throw new NoBrowserFound(passedOver);
    const gone = new AbortController();
    let [pages, entered, retired] = [0, 0, false];
    const retire = () => {
      retired = true;
      replace();
      if (entered === 0) void tenure.end();
    };
    const tenure = {
      opened,
      passedOver,
      gone: gone.signal,
      get retired() {
        return retired;
      },
      enter() {
        entered++;
        if (++pages >= pagesOfABrowser) retire();
      },
      leave() {
        if (--entered === 0 && retired) void tenure.end();
      },
      retire,
      hold: () => opened.hold(held),
      async end() {
        gone.abort(new Error('the browser exited'));
        await opened.close().catch(() => {});
        tenures.delete(tenure);
      },
    };
    tenures.add(tenure);
    const lose = () => {
      gone.abort(new Error('the browser exited'));
      retire();
    };
    // Its pipe closes before its end is reported.
    opened.browser.once('disconnected', lose);
    opened.ended.then(lose);
    if (signal.aborted) {
      await tenure.end();
      throw new BrowserError('closed', 'the browser was closed');
    }
    tenure.hold();
    return tenure;
  };

  return {
    use: () => current ?? start(),
    hold(value) {
      held = value;
      for (const tenure of tenures) tenure.hold();
    },
    async close() {
      stop.abort();
      stop = new AbortController();
      const starting = current;
      current = undefined;
      await Promise.all([starting?.catch(() => {}), ...[...tenures].map((tenure) => tenure.end())]);
    },
  };
}
