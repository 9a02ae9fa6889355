import { RingBuffer } from './bounded.ts';
import type { Change } from './state/change.ts';
import type { ChangeLog, KeptPart } from './state/change-log.ts';
import type { KeptNode } from './state/kept-node.ts';

/**
 * The latest events of a tenant, which can be read as they happen.
 *
 * A reader keeps its position in the log and requests the events after it. So a slow reader delays no other and costs
 * no memory: it misses events that were dropped meanwhile.
 *
 * @example
 * const log = new EventLog<SecurityEvent>(10_000);
 * let position = log.end;
 * if (await log.next(position, log.readers)) for (const event of log.after(position)) show(event);
 */
export class EventLog<T> implements KeptPart {
  #buffer: RingBuffer<T>;
  /** Number of events so far, which is the position after the latest. */
  #end = 0;
  // Created by the first reader: most logs have none, and each zone has a log.
  #waiters: Set<() => void> | undefined;
  #readers: AbortController | undefined;
  #log: ChangeLog | undefined;

  /** @param capacity number of events to keep */
  constructor(capacity: number) {
    this.#buffer = new RingBuffer(capacity);
  }

  get size(): number {
    return this.#buffer.size;
  }

  /** The position after the latest event. */
  get end(): number {
    return this.#end;
  }

  /** Aborts when the current readers must end. */
  get readers(): AbortSignal {
    this.#readers ??= new AbortController();
    return this.#readers.signal;
  }

  /** Readers that wait for an event. */
  get waiting(): number {
    return this.#waiters?.size ?? 0;
  }

  /** Adds an event and returns the one that it replaced. */
  push(event: T): T | undefined {
    const oldest = this.#buffer.push(event);
    if (this.#log) this.#note(event, oldest !== undefined, this.#log);
    this.#end++;
    for (const wake of this.#waiters ?? []) wake();
    return oldest;
  }

  /** Removes and returns the oldest event, if there is one; positions stay. */
  dropOldest(): T | undefined {
    return this.#buffer.dropOldest();
  }

  /** Events from the newest to the oldest. */
  newestFirst(): Generator<T> {
    return this.#buffer.newestFirst();
  }

  /** Events after a position that are still kept, oldest first. */
  after(position: number): T[] {
    return [...this.newestFirst().take(Math.max(0, this.#end - position))].reverse();
  }

  /** The position after the latest event that satisfies the predicate; undefined if none does. */
  positionAfter(predicate: (event: T) => boolean): number | undefined {
    let position = this.#end;
    for (const event of this.newestFirst()) {
      if (predicate(event)) return position;
      position--;
    }
    return undefined;
  }

  /**
   * Waits for an event after a position.
   *
   * @returns true for an event; false if the signal ends the wait first
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

  /** Removes the events that do not satisfy the predicate; positions stay. */
  keep(predicate: (event: T) => boolean): void {
    const kept = new RingBuffer<T>(this.#buffer.capacity);
    for (const event of [...this.newestFirst()].reverse()) if (predicate(event)) kept.push(event);
    this.#buffer = kept;
  }

  /** Ends all readers, as the log is about to disappear. */
  dismiss(): void {
    this.#readers?.abort();
    this.#readers = undefined;
  }

  /** Captures the events; the returned function restores them, but positions continue. */
  snapshot(): () => void {
    const kept = this.#buffer.copy();
    return () => {
      this.#buffer = kept.copy();
    };
  }

  keepIn(log: ChangeLog): void {
    this.#log = log;
  }

  *changes(path: string): Generator<Change> {
    for (const [index, event] of this.after(0).entries()) {
      yield [path, String(this.#end - this.size + index), event];
    }
  }

  /** Positions continue after those of the kept events. */
  load(kept: KeptNode): void {
    kept.each((event, position) => {
      if (typeof event !== 'object' || event === null || !/^\d+$/.test(position))
        throw new Error('It is no event.');
      // It was written by this class.
      this.#buffer.push(event as T);
      this.#end = Number(position) + 1;
    });
  }

  #note(event: T, hasDropped: boolean, log: ChangeLog): void {
    log.put(String(this.#end), event, () => this.keep((one) => one !== event));
    if (hasDropped) log.remove(String(this.#end - this.#buffer.capacity), () => {});
  }
}
