import type { BrowserContext, Page } from 'puppeteer-core';
import { browserLimits } from '../../../../../spec/engine-limits.ts';
import { BrowserError } from '../../browser-error.ts';
import { isolatedWorld } from '../driver-internals.ts';
import type { EgressGate } from '../egress/egress-gate.ts';
import { watchRequests } from '../watch-requests.ts';
import { orGiveUp } from '../within-time.ts';
import type { SharedBrowser, Tenure } from './shared-browser.ts';
import { abortedError } from './turns.ts';

/** Milliseconds a context gets to close before its browser counts as stuck. */
const disposeMs = 2000;

/** A blank page that is not taken yet. */
interface OpenPlace {
  readonly tenure: Tenure;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly gate: EgressGate | undefined;
  /** Whether its page is still usable. */
  usable(): boolean;
  /** Discards context and gate, or the whole browser if it does not respond. */
  dispose(): Promise<void>;
}

/** Opens a page in a context whose every request goes through its own gate. */
async function openPlace(tenure: Tenure, openGate: () => Promise<EgressGate>): Promise<OpenPlace> {
  const { opened: browser } = tenure;
  tenure.enter();
  let gate: EgressGate | undefined;
  let context: BrowserContext | undefined;

  const dispose = async () => {
    const closed = context?.close().then(
      () => true,
      // A browser that ended took its contexts with it.
      () => true,
    );
    const [disposed] = await Promise.all([
      orGiveUp(closed ?? Promise.resolve(true), disposeMs, tenure.gone),
      gate === undefined ? undefined : orGiveUp(gate.close(), disposeMs).catch(() => {}),
    ]);
    if (disposed === undefined && !tenure.gone.aborted) tenure.retire();
    tenure.leave();
  };

  const open = async () => {
    context = await browser.openContext({
      ...(gate === undefined ? {} : { proxyServer: gate.proxyUrl, proxyBypassList: ['<-loopback>'] }),
      downloadBehavior: { policy: 'deny' },
    });
    return { context, page: await context.newPage() };
  };

  try {
    gate = browser.gates ? await openGate() : undefined;
    // If it is gone by now, nothing may be opened that would never be closed.
    tenure.gone.throwIfAborted();
    const opened = await orGiveUp(open(), browserLimits.startMs, tenure.gone);
    tenure.gone.throwIfAborted();
    if (opened === undefined) {
      tenure.retire();
      throw new Error(`the browser opened no page within ${browserLimits.startMs} ms`);
    }
    const { page } = opened;
    gate?.identifyBy(watchRequests(page));
    let crashed = false;
    page.once('error', () => {
      crashed = true;
    });
    let disposed: Promise<void> | undefined;
    return {
      tenure,
      ...opened,
      gate,
      usable: () => disposed === undefined && !tenure.gone.aborted && !crashed && !page.isClosed(),
      dispose() {
        disposed ??= dispose();
        return disposed;
      },
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** Maximum number of browsers in a row that may end while a place is being opened. */
const tries = 3;

/** One spare place, opened in advance. */
interface SparePlace {
  /** Takes it, and opens another in the background. @throws BrowserError `no-browser`, `aborted`, `closed` */
  take(signal: AbortSignal | undefined): Promise<OpenPlace>;
  /** Discards it. */
  close(): Promise<void>;
}

export function createSparePlace(shared: SharedBrowser, openGate: () => Promise<EgressGate>): SparePlace {
  let spare: Promise<OpenPlace> | undefined;
  // Counts the times everything was discarded, so that nothing opened before is kept after.
  let age = 0;

  const open = async () => openPlace(await shared.use(), openGate);
  const keep = (place: Promise<OpenPlace>) => {
    const born = age;
    spare = place;
    place.then(
      (opened) => {
        if (born !== age) void opened.dispose();
      },
      () => {
        if (spare === place) spare = undefined;
      },
    );
  };
  /** A place that no visit waits for any more is kept, or discarded if there is a spare one. */
  const giveBack = (place: Promise<OpenPlace>, born: number) => {
    if (spare === undefined && born === age) keep(place);
    else place.then((opened) => opened.dispose()).catch(() => {});
  };

  return {
    async take(signal) {
      const born = age;
      for (let attempt = 1; ; attempt++) {
        const opening = spare ?? open();
        spare = undefined;
        const place = await unlessAborted(opening, signal).catch((error: unknown) => {
          if (signal?.aborted) giveBack(opening, born);
          if (error instanceof BrowserError || born !== age) throw asClosed(error);
          if (attempt === tries) throw new BrowserError('no-browser', String(error), { cause: error });
          return undefined;
        });
        if (place === undefined) continue;
        if (born !== age) {
          await place.dispose();
          throw asClosed(undefined);
        }
        if (place.usable()) {
          if (spare === undefined) keep(open());
          return place;
        }
        await place.dispose();
      }
    },
    async close() {
      age++;
      const place = spare;
      spare = undefined;
      await place?.then(
        (opened) => opened.dispose(),
        () => {},
      );
    },
  };
}

const asClosed = (error: unknown): BrowserError =>
  error instanceof BrowserError
    ? error
    : new BrowserError('closed', 'the browser was closed', { cause: error });

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(abortedError(signal));
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Places without leftover state, for visits that leave none either. */
interface KeptPlaces {
  /** A usable one. */
  take(): OpenPlace | undefined;
  /** Empties the page of a place and keeps it, or discards it if it may not be reused. */
  keep(place: OpenPlace): Promise<void>;
  /** Discards those whose browser is being replaced, which they would keep running. */
  tidy(): void;
  /** Discards all of them. */
  close(): Promise<void>;
}

/** Milliseconds a page gets to be emptied before it is discarded. */
const emptyMs = 2000;

/** Removes the document from a page; returns whether it succeeded. */
async function empty({ page, tenure }: OpenPlace): Promise<boolean> {
  const emptied = isolatedWorld(page).evaluate(() => {
    document.open();
    document.close();
    return true;
  });
  return (await orGiveUp(emptied, emptyMs, tenure.gone).catch(() => false)) ?? false;
}

/** Keeps at most as many places as there may be concurrent visits. */
export function createKeptPlaces(atMost: number): KeptPlaces {
  const kept = new Set<OpenPlace>();
  const visits = new WeakMap<OpenPlace, number>();
  let age = 0;

  const isGood = (place: OpenPlace) =>
    place.usable() && !place.tenure.retired && place.gate !== undefined && !place.gate.wasUsed();
  const throwAway = (place: OpenPlace) => {
    kept.delete(place);
    return place.dispose();
  };

  return {
    take() {
      for (const place of kept) {
        kept.delete(place);
        if (isGood(place)) return place;
        void place.dispose();
      }
      return undefined;
    },
    async keep(place) {
      const born = age;
      const count = (visits.get(place) ?? 0) + 1;
      visits.set(place, count);
      const emptied = count < browserLimits.visitsOfAPage && isGood(place) && (await empty(place));
      if (emptied && born === age && kept.size < atMost && isGood(place)) kept.add(place);
      else await place.dispose();
    },
    tidy() {
      for (const place of kept) if (place.tenure.retired) void throwAway(place);
    },
    async close() {
      age++;
      await Promise.all([...kept].map(throwAway));
    },
  };
}
