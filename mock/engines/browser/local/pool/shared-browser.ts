import { BrowserError } from '../../browser-error.ts';
import type { Search } from '../find/find-browser.ts';
import type { OpenedBrowser } from '../running-browser.ts';

/** A browser for as long as places are opened in it or held. */
export interface Tenure {
  readonly opened: OpenedBrowser;
  /** Why others were not taken before it. */
  readonly passedOver: readonly string[];
  /** Aborted when it is gone, or about to be. */
  readonly gone: AbortSignal;
  /** Whether no more pages are opened in it. */
  readonly retired: boolean;
  /** Counts a page that is about to be opened. */
  enter(): void;
  /** Counts a page that is gone; the last one of a browser that was replaced ends it. */
  leave(): void;
  /** Opens no more pages in it, and ends it once those that are open are gone. */
  retire(): void;
}

/** The one browser that all places share, replaced by another when it is worn out, gone or was closed. */
export interface SharedBrowser {
  /**
   * The browser there is, or one that is started now.
   *
   * @throws BrowserError `no-browser`, `closed`
   */
  use(): Promise<Tenure>;
  /** Says whether this program has to go on for the browser's sake. */
  hold(held: boolean): void;
  /** Ends every browser, those that are being started too. */
  close(): Promise<void>;
}

/** Thrown when no browser could be opened; says what was tried. */
export class NoBrowserFound extends BrowserError {
  readonly tried: readonly string[];

  constructor(tried: readonly string[]) {
    super('no-browser', `no browser was found: ${tried.join('; ')}`);
    this.tried = tried;
  }
}

/**
 * @param find looks for a browser and opens it
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
        gone.abort(new Error('the browser went away'));
        await opened.close().catch(() => {});
        tenures.delete(tenure);
      },
    };
    tenures.add(tenure);
    const lose = () => {
      gone.abort(new Error('the browser went away'));
      retire();
    };
    // Its pipe closes before its end is told.
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
