import { RingBuffer } from './ring-buffer.ts';

/** How a reader of a log waits: until there is something new, or the log lets its readers go. */
interface Waiter {
  wake(): void;
  leave(): void;
}

/**
 * The newest events of a tenant, which can be read as they happen.
 *
 * Readers keep a position in the log and ask for what came after it, so that a slow one holds up nobody and
 * costs no memory: what it did not read in time is no longer there.
 *
 * @example
 * const log = new EventLog<SecurityEvent>(10_000);
 * let position = log.end;
 * if ((await log.next(position, signal)) === 'new') for (const event of log.after(position)) show(event);
 */
export class EventLog<T> {
  #buffer: RingBuffer<T>;
  /** Events there ever were: the position behind the newest. */
  #end = 0;
  readonly #waiters = new Set<Waiter>();

  /** @param capacity events that are kept */
  constructor(capacity: number) {
    this.#buffer = new RingBuffer(capacity);
  }

  get size(): number {
    return this.#buffer.size;
  }

  /** The position behind the newest event. */
  get end(): number {
    return this.#end;
  }

  push(event: T): void {
    this.#buffer.push(event);
    this.#end++;
    for (const waiter of this.#take()) waiter.wake();
  }

  /** Events from the newest to the oldest. */
  newestFirst(): Generator<T> {
    return this.#buffer.newestFirst();
  }

  /** Events behind a position that are still kept, oldest first. */
  after(position: number): T[] {
    return [...this.newestFirst().take(Math.max(0, this.#end - position))].reverse();
  }

  /** The position behind the newest event that satisfies the predicate; undefined where none does. */
  positionAfter(predicate: (event: T) => boolean): number | undefined {
    let position = this.#end;
    for (const event of this.newestFirst()) {
      if (predicate(event)) return position;
      position--;
    }
    return undefined;
  }

  /**
   * Waits for an event behind a position.
   *
   * @returns `new` when there is one, `left` when readers are let go, `aborted` when the signal says so
   */
  next(position: number, signal: AbortSignal): Promise<'new' | 'left' | 'aborted'> {
    if (signal.aborted) return Promise.resolve('aborted');
    if (this.#end > position) return Promise.resolve('new');
    return new Promise((resolve) => {
      const settle = (outcome: 'new' | 'left' | 'aborted') => {
        signal.removeEventListener('abort', onAbort);
        this.#waiters.delete(waiter);
        resolve(outcome);
      };
      const onAbort = () => settle('aborted');
      const waiter: Waiter = { wake: () => settle('new'), leave: () => settle('left') };
      signal.addEventListener('abort', onAbort);
      this.#waiters.add(waiter);
    });
  }

  /** Lets everybody go who waits: the log is about to disappear. */
  dismiss(): void {
    for (const waiter of this.#take()) waiter.leave();
  }

  /** A function that puts the events back to how they are now; positions go on. */
  snapshot(): () => void {
    const kept = this.#buffer.copy();
    return () => {
      this.#buffer = kept.copy();
    };
  }

  #take(): Waiter[] {
    const waiters = [...this.#waiters];
    this.#waiters.clear();
    return waiters;
  }
}
