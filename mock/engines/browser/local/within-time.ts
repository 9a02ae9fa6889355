import { clearTimeout, setTimeout } from 'node:timers';
import type { BrowserError } from '../browser-error.ts';

/** The longest time that the timers of every runtime take. */
const longestMs = 2_147_483_647;

/**
 * Waits for work up to a number of milliseconds, and as long as it takes where that is 0.
 * Work that lost goes on unheard.
 */
export function withinTime<T>(ms: number, work: Promise<T>, late: () => BrowserError): Promise<T> {
  if (ms <= 0) return work;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), Math.min(ms, longestMs));
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Milliseconds that pass. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.min(ms, longestMs)));
}

/**
 * Waits for work until it is done, until it took too long or until nobody wants it any more, whichever is first; gives
 * nothing in the last two cases.
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
