import { clearTimeout, setTimeout } from 'node:timers';

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
