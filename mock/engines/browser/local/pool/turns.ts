import { clearTimeout, setTimeout } from 'node:timers';
import { BrowserError } from '../../browser-error.ts';

/** How many may work at the same time and how many may wait for it. */
interface TurnLimits {
  readonly atOnce: number;
  readonly waiting: number;
}

/** Turns that are given in the order they were asked for. */
export interface Turns {
  /** @throws BrowserError `no-browser` when too many wait, `aborted`, or what {@link refuse} says */
  take(signal: AbortSignal | undefined): Promise<void>;
  /** Gives a turn that was taken to whoever waits longest. */
  give(): void;
  /** Sends everybody away who waits. */
  refuse(error: Error): void;
  /** How many have a turn. */
  readonly taken: number;
}

interface Waiter {
  readonly go: () => void;
  readonly refuse: (error: Error) => void;
}

export const abortedError = (signal: AbortSignal): BrowserError =>
  new BrowserError('aborted', 'the request was given up', { cause: signal.reason });

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
        throw new BrowserError('no-browser', `${waiters.size} visits wait for a browser already`);
      }
      await wait(signal);
    },
    give() {
      const [next] = waiters;
      // Whoever comes next has the turn that is given, so that nobody gets in between.
      if (next === undefined) taken--;
      else next.go();
    },
    refuse(error) {
      for (const waiter of [...waiters]) waiter.refuse(error);
    },
  };
}

/** Does something once nothing has happened for a while. */
interface IdleTimer {
  start(): void;
  stop(): void;
}

/**
 * @param ms milliseconds; 0 never does it
 * @param act what is done; what it throws is nobody's concern any more
 */
export function createIdleTimer(ms: number, act: () => Promise<void>): IdleTimer {
  let timer: NodeJS.Timeout | undefined;
  return {
    start() {
      clearTimeout(timer);
      if (ms === 0) return;
      timer = setTimeout(() => void act().catch(() => {}), ms);
      // A program that has nothing else to do is not kept waiting.
      timer.unref();
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
