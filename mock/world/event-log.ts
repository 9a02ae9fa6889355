import { RingBuffer } from './bounded.ts';

/**
 * The newest events of a tenant, which can be read as they happen.
 *
 * Readers keep a position in the log and ask for what came after it, so that a slow one holds up nobody and
 * costs no memory: what it did not read in time is no longer there.
 *
 * @example
 * const log = new EventLog<SecurityEvent>(10_000);
 * let position = log.end;
 * if (await log.next(position, log.readers)) for (const event of log.after(position)) show(event);
 */
export class EventLog<T> {
  #buffer: RingBuffer<T>;
  /** Events there ever were: the position behind the newest. */
  #end = 0;
  // Made when somebody reads: hardly anybody does, and there is a log for each zone.
  #waiters: Set<() => void> | undefined;
  #readers: AbortController | undefined;

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

  /** Aborts when everybody who reads now is let go. */
  get readers(): AbortSignal {
    this.#readers ??= new AbortController();
    return this.#readers.signal;
  }

  /** Readers that wait for an event. */
  get waiting(): number {
    return this.#waiters?.size ?? 0;
  }

  push(event: T): void {
    this.#buffer.push(event);
    this.#end++;
    for (const wake of this.#waiters ?? []) wake();
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
   * @returns whether there is one; false when the signal ends the wait before
   */
  next(position: number, signal: AbortSignal): Promise<boolean> {
    if (this.#end > position || signal.aborted) return Promise.resolve(this.#end > position);
    const waiters = this.#waiters ?? new Set();
    this.#waiters = waiters;
    return new Promise((resolve) => {
      const settle = () => {
        signal.removeEventListener('abort', settle);
        waiters.delete(settle);
        resolve(this.#end > position);
      };
      signal.addEventListener('abort', settle);
      waiters.add(settle);
    });
  }

  /** Lets everybody go who reads: the log is about to disappear. */
  dismiss(): void {
    this.#readers?.abort();
    this.#readers = undefined;
  }

  /** A function that puts the events back to how they are now; positions go on. */
  snapshot(): () => void {
    const kept = this.#buffer.copy();
    return () => {
      this.#buffer = kept.copy();
    };
  }
}
