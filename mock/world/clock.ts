import { TouchstoneError } from '../../spec/touchstone-error.ts';
import { Waiters } from './waiters.ts';

/** The last millisecond that RFC 3339 can write, in milliseconds since the epoch. */
export const endOfTime = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Thrown when a clock is set to a time that can't be written. */
export class ClockError extends TouchstoneError {}

/**
 * A clock that can be stopped and moved. Everything the mock dates or lets expire asks it.
 *
 * @example
 * const clock = new Clock();
 * clock.freeze(Date.parse('2030-01-01T00:00:00Z'));
 * clock.advance(60);
 * clock.timestamp(); // '2030-01-01T00:01:00.000000Z'
 */
export class Clock {
  readonly #machine: () => number;
  readonly #waiters = new Waiters();
  #offset = 0;
  #stoppedAt: number | undefined;

  /** @param machine the time it follows while it runs, in milliseconds since the epoch */
  constructor(machine: () => number = Date.now) {
    this.#machine = machine;
  }

  /** Milliseconds since the epoch. */
  now(): number {
    return this.#stoppedAt ?? this.#machine() + this.#offset;
  }

  /** The time as RFC 3339 in UTC with microseconds, as the platform writes it. */
  timestamp(): string {
    return timestampOf(this.now());
  }

  get frozen(): boolean {
    return this.#stoppedAt !== undefined;
  }

  /**
   * Stops the clock, now or at the given time in milliseconds since the epoch.
   *
   * @throws ClockError for a time outside the years 1970 to 9999.
   */
  freeze(at: number = this.now()): void {
    const to = writable(at);
    this.#jump(() => {
      this.#stoppedAt = to;
    });
  }

  /**
   * Moves the clock forward by seconds, whether it runs or stands.
   *
   * @throws ClockError when it would leave the year 9999.
   */
  advance(seconds: number): void {
    writable(this.now() + seconds * 1000);
    this.#jump(() => {
      if (this.#stoppedAt === undefined) this.#offset += seconds * 1000;
      else this.#stoppedAt += seconds * 1000;
    });
  }

  /** Follows the machine's time again, with no offset. */
  release(): void {
    this.#jump(() => {
      this.#stoppedAt = undefined;
      this.#offset = 0;
    });
  }

  /**
   * Waits until the clock has moved on by so many milliseconds: in real time while it runs, and while it
   * stands until it is advanced. A jump back is no time that passes.
   *
   * @throws the signal's reason
   *
   * @example
   * clock.freeze();
   * const waited = clock.sleep(5000, signal);
   * clock.advance(5);
   * await waited;
   */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    return this.#waiters.wait(milliseconds, signal, this.#state());
  }

  #jump(move: () => void): void {
    const before = this.now();
    move();
    this.#waiters.jumped(before, this.#state());
  }

  #state() {
    return { now: this.now(), frozen: this.frozen };
  }
}

function writable(time: number): number {
  if (time >= 0 && time <= endOfTime) return time;
  throw new ClockError(
    'clock',
    `A clock can't show ${time} ms since the epoch: stay in the years 1970 to 9999`,
  );
}

/** A time in milliseconds since the epoch as RFC 3339 in UTC with microseconds. */
export function timestampOf(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, -1)}000Z`;
}
