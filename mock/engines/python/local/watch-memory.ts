import process from 'node:process';

/** Milliseconds between two looks. */
const lookMs = 100;

/** Looks at the memory of this process as long as it is told to. */
export interface MemoryWatch {
  watch(): void;
  rest(): void;
}

/** @param onExceeded called at every look at which the process has more resident memory than that */
export function watchMemory(bytes: number, onExceeded: () => void): MemoryWatch {
  let looking: ReturnType<typeof setInterval> | undefined;
  return {
    watch() {
      looking ??= setInterval(() => {
        if (process.memoryUsage.rss() > bytes) onExceeded();
      }, lookMs);
    },
    rest() {
      clearInterval(looking);
      looking = undefined;
    },
  };
}
