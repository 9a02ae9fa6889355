import process from 'node:process';

/** Milliseconds between two looks. */
const lookMs = 100;

/** The share of what a process may have from which on it should be followed by another one. */
const highShare = 0.75;

/** Looks at the memory of this process as long as it is told to. */
export interface MemoryWatch {
  watch(): void;
  rest(): void;
}

export interface MemoryLimit {
  /** Bytes of resident memory that the process may have. */
  readonly bytes: number;
  /** Called at every look at which it has most of them: what threads had is not always given back when they end. */
  readonly onHigh: () => void;
  /** Called at every look at which it has more. */
  readonly onExceeded: () => void;
}

/** @param residentBytes what the process has */
export function watchMemory(
  { bytes, onHigh, onExceeded }: MemoryLimit,
  residentBytes: () => number = process.memoryUsage.rss,
): MemoryWatch {
  let looking: ReturnType<typeof setInterval> | undefined;
  const look = () => {
    const resident = residentBytes();
    if (resident > bytes * highShare) onHigh();
    if (resident > bytes) onExceeded();
  };
  return {
    watch() {
      looking ??= setInterval(look, lookMs);
    },
    rest() {
      if (looking === undefined) return;
      clearInterval(looking);
      looking = undefined;
      // Programs may be over before the first look.
      look();
    },
  };
}
