import { clearTimeout, setTimeout } from 'node:timers';
import type { BrowserError } from '../browser-error.ts';

/** The longest delay that the timers of every runtime support. */
const longestMs = 2_147_483_647;

/**
 * Waits for work up to a number of milliseconds, or without limit if that is 0. Work that exceeds it continues, and its
 * result is ignored.
 */
export function withinTime<T>(ms: number, work: Promise<T>, late: () => BrowserError): Promise<T> {
  if (ms <= 0) return work;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), Math.min(ms, longestMs));
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Resolves after some milliseconds. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.min(ms, longestMs)));
}

/**
 * Waits until work is done, a time limit is exceeded, or it is aborted, whichever comes first. Returns nothing in the
 * last two cases.
 *
 * @param ms milliseconds
 */
export function orGiveUp<T>(work: Promise<T>, ms: number, signal?: AbortSignal): Promise<T | undefined> {
  return new Promise<T | undefined>((resolve, reject) => {
    const stopWaiting = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    };
    const giveUp = () => {
      stopWaiting();
      resolve(undefined);
    };
    const timer = setTimeout(giveUp, ms);
    signal?.addEventListener('abort', giveUp, { once: true });
    if (signal?.aborted) giveUp();
    work.then(resolve, reject).finally(stopWaiting);
  });
}
