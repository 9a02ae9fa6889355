import { clearTimeout, setTimeout } from 'node:timers';
import { BrowserError } from '../../browser-error.ts';

/** The limits of concurrent and of waiting work. */
interface TurnLimits {
  readonly atOnce: number;
  readonly waiting: number;
}

/** Turns, given in order of request. */
export interface Turns {
  /** @throws BrowserError `no-browser` if too many are waiting, `aborted`, or the error given to {@link refuse} */
  take(signal: AbortSignal | undefined): Promise<void>;
  /** Passes a finished turn to the longest waiter. */
  give(): void;
  /** Rejects all waiters. */
  refuse(error: Error): void;
  /** Number of turns in use. */
  readonly taken: number;
}

interface Waiter {
  readonly go: () => void;
  readonly refuse: (error: Error) => void;
}

export const abortedError = (signal: AbortSignal): BrowserError =>
  new BrowserError('aborted', 'the request was aborted', { cause: signal.reason });

export function createTurns({ atOnce, waiting }: TurnLimits): Turns {
  const waiters = new Set<Waiter>();
  let taken = 0;

  const wait = (signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        waiters.delete(waiter);
        signal?.removeEventListener('abort', abort);
      };
      const abort = () => {
        leave();
        if (signal !== undefined) reject(abortedError(signal));
      };
      const waiter: Waiter = {
        go() {
          leave();
          resolve();
        },
        refuse(error) {
          leave();
          reject(error);
        },
      };
      waiters.add(waiter);
      signal?.addEventListener('abort', abort, { once: true });
    });

  return {
    get taken() {
      return taken;
    },
    async take(signal) {
      if (signal?.aborted) throw abortedError(signal);
      if (taken < atOnce) {
        taken++;
        return;
      }
      if (waiters.size >= waiting) {
        throw new BrowserError('no-browser', `${waiters.size} visits are already waiting for a browser`);
      }
      await wait(signal);
    },
    give() {
      const [next] = waiters;
      // The turn passes directly to the next waiter, so that no other request gets in between.
      if (next === undefined) taken--;
      else next.go();
    },
    refuse(error) {
      for (const waiter of [...waiters]) waiter.refuse(error);
    },
  };
}

/** Runs an action after an idle time. */
interface IdleTimer {
  start(): void;
  stop(): void;
}

/**
 * @param ms milliseconds; 0 never runs it
 * @param act the action; its errors are ignored
 */
export function createIdleTimer(ms: number, act: () => Promise<void>): IdleTimer {
  let timer: NodeJS.Timeout | undefined;
  return {
    start() {
      clearTimeout(timer);
      if (ms === 0) return;
      timer = setTimeout(() => void act().catch(() => {}), ms);
      // An otherwise idle program may exit.
      timer.unref();
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
