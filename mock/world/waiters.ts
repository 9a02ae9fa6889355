/** A caller that waits for time to pass. */
interface Waiter {
  /** Milliseconds left after `since`. */
  remaining: number;
  /** The clock's time when `remaining` was computed. */
  since: number;
  timer: ReturnType<typeof setTimeout> | undefined;
  readonly wake: () => void;
}

/** The longest delay of a timer. */
const longestTimer = 2 ** 31 - 1;

/**
 * Callers that wait by a clock that can be frozen and moved. While it runs they wait in real time; while it is frozen
 * they wait until it is moved far enough. A jump forward counts as passed time; a jump back does not count.
 */
export class Waiters {
  readonly #waiting = new Set<Waiter>();

  get size(): number {
    return this.#waiting.size;
  }

  /**
   * @param now the clock's time in milliseconds
   * @throws the signal's reason
   */
  wait(milliseconds: number, signal: AbortSignal, clock: { now: number; frozen: boolean }): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    if (signal.aborted) {
      reject(signal.reason);
      return promise;
    }
    const cleanUp = () => {
      clearTimeout(waiter.timer);
      this.#waiting.delete(waiter);
      signal.removeEventListener('abort', onAbort);
    };
    const onAbort = () => {
      cleanUp();
      reject(signal.reason);
    };
    const wake = () => {
      cleanUp();
      resolve();
    };
    const waiter: Waiter = { remaining: milliseconds, since: clock.now, timer: undefined, wake };
    signal.addEventListener('abort', onAbort, { once: true });
    this.#waiting.add(waiter);
    if (!clock.frozen || milliseconds <= 0) this.#set(waiter);
    return promise;
  }

  /**
   * Called after each jump of the clock.
   *
   * @param before the clock's time before the jump
   */
  jumped(before: number, clock: { now: number; frozen: boolean }): void {
    for (const waiter of [...this.#waiting]) {
      waiter.remaining -= Math.max(0, before - waiter.since) + Math.max(0, clock.now - before);
      waiter.since = clock.now;
      clearTimeout(waiter.timer);
      waiter.timer = undefined;
      if (waiter.remaining <= 0) waiter.wake();
      else if (!clock.frozen) this.#set(waiter);
    }
  }

  /** Ends every wait as if its time had passed. */
  wakeAll(): void {
    for (const waiter of [...this.#waiting]) waiter.wake();
  }

  #set(waiter: Waiter): void {
    waiter.timer = setTimeout(waiter.wake, Math.min(waiter.remaining, longestTimer));
  }
}
