import process from 'node:process';
import { PythonError } from '../python-engine.ts';

/** Limits the number of concurrent runs; the others wait in order of arrival. */
export class Turns {
  readonly #atOnce: number;
  readonly #mayWait: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(atOnce: number, mayWait: number) {
    this.#atOnce = atOnce;
    this.#mayWait = mayWait;
  }

  /**
   * Waits for a turn and takes it.
   *
   * @throws PythonError if too many wait; the reason of the signal once it is aborted
   */
  async take<T>(work: () => Promise<T>, signal?: AbortSignal | undefined): Promise<T> {
    await this.#enter(signal);
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  #enter(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.#running < this.#atOnce) {
      this.#running += 1;
      return Promise.resolve();
    }
    if (this.#waiting.length >= this.#mayWait) {
      throw new PythonError('busy', `${this.#waiting.length} programs are already waiting for Python`);
    }
    return new Promise((resolve, reject) => {
      const enter = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.push(enter);
    });
  }
}

/** Milliseconds between two checks. */
const lookMs = 100;

/** The share of its memory limit above which a process should be replaced. */
const highShare = 0.75;

/** Watches the memory of this process, from `watch` to `rest`. */
export interface MemoryWatch {
  watch(): void;
  rest(): void;
}

export interface MemoryLimit {
  /** Bytes of resident memory that the process may have. */
  readonly bytes: number;
  /** Called at every check above `highShare`: the memory of threads is not always freed when they end. */
  readonly onHigh: () => void;
  /** Called at every check above the limit. */
  readonly onExceeded: () => void;
}

/** @param residentBytes bytes of resident memory of the process */
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
      // Programs may end before the first check.
      look();
    },
  };
}
