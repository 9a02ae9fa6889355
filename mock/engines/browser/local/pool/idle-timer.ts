import { clearTimeout, setTimeout } from 'node:timers';

/** Does something once nothing has happened for a while. */
export interface IdleTimer {
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
