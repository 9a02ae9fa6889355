/** Work that is begun in order, a few pieces at a time. */
export interface WorkQueue {
  /** Puts work at the end. It must not reject. */
  add(work: () => Promise<void>): void;
  /** Forgets what has not begun. */
  clear(): void;
}

/**
 * A queue that has at most `limit` pieces of work going at once. Nothing begins before the current task of
 * the runtime has ended.
 */
export function createWorkQueue(limit: number): WorkQueue {
  let waiting: (() => Promise<void>)[] = [];
  let going = 0;

  function begin(): void {
    while (going < limit) {
      const work = waiting.shift();
      if (!work) return;
      going++;
      void work().finally(() => {
        going--;
        begin();
      });
    }
  }

  return {
    add(work) {
      waiting.push(work);
      setTimeout(begin, 0);
    },
    clear() {
      waiting = [];
    },
  };
}
