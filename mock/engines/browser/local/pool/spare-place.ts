import { BrowserError } from '../../browser-error.ts';
import type { EgressGate } from '../egress/egress-gate.ts';
import { type OpenPlace, openPlace } from './open-place.ts';
import type { SharedBrowser } from './shared-browser.ts';
import { abortedError } from './turns.ts';

/** Browsers in a row that may go away while a place is opened in them. */
const tries = 3;

/** One place more than is held, opened before anybody asks for it. */
export interface SparePlace {
  /** Takes it, and opens another in the background. @throws BrowserError `no-browser`, `aborted`, `closed` */
  take(signal: AbortSignal | undefined): Promise<OpenPlace>;
  /** Throws it away. */
  close(): Promise<void>;
}

export function createSparePlace(shared: SharedBrowser, openGate: () => Promise<EgressGate>): SparePlace {
  let spare: Promise<OpenPlace> | undefined;
  // Counts the times everything was thrown away, so that nothing opened before is kept after.
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
  /** What nobody waits for any more is kept, or thrown away where there is a spare one. */
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
