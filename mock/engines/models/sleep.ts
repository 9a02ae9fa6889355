/**
 * Waits for milliseconds. Rejects with the signal's reason when it is aborted, before or while waiting. The creator of
 * a backend chooses the clock: real time, or that of a world.
 */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/**
 * Waits in real time.
 *
 * @throws the signal's reason
 * @example
 * await sleepRealTime(20, AbortSignal.timeout(1000));
 */
export const sleepRealTime: Sleep = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', onAbort, { once: true });
  });
