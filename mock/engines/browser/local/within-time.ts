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
