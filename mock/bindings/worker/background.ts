/** What goes on although its request was answered. */
export interface Background {
  readonly add: (promise: Promise<unknown>) => void;
  /** Resolves once all of it is over, what is added meanwhile too. */
  readonly settled: () => Promise<void>;
}

/** @example
 * const background = createBackground();
 * background.add(writeLog());
 * await background.settled();
 */
export function createBackground(): Background {
  const pending = new Set<Promise<unknown>>();
  return {
    add(promise) {
      pending.add(promise);
      const over = () => pending.delete(promise);
      promise.then(over, over);
    },
    async settled() {
      while (pending.size > 0) await Promise.allSettled(pending);
    },
  };
}
