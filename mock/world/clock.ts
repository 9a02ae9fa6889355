import { TouchstoneError } from '../../spec/touchstone-error.ts';
import { Waiters } from './waiters.ts';

/** The last millisecond that RFC 3339 can express, in milliseconds since the epoch. */
export const endOfTime = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Thrown when a clock is set to a time that can't be expressed. */
export class ClockError extends TouchstoneError {}

/** State of a clock: frozen, or running at an offset from its source. Milliseconds. */
interface Setting {
  readonly stoppedAt?: number;
  readonly offset: number;
}

const running: Setting = { offset: 0 };

/**
 * A clock that can be frozen and moved. The mock uses it for all dates and expiry.
 *
 * A clock may follow another, including its jumps, until it is frozen or moved itself. From then on it is independent
 * until it is released.
 *
 * @example
 * const clock = new Clock();
 * clock.freeze(Date.parse('2030-01-01T00:00:00Z'));
 * clock.advance(60);
 * clock.timestamp(); // '2030-01-01T00:01:00.000000Z'
 * new Clock(clock).timestamp(); // '2030-01-01T00:01:00.000000Z'
 */
export class Clock {
  readonly #machine: () => number;
  readonly #leader: Clock | undefined;
  /** Undefined until the clock is moved. */
  #own: Setting | undefined;
  // Created by the first sleeper: a world may have a clock for each of ten thousand accounts.
  #waiters: Waiters | undefined;
  /** Followers of this clock that have sleepers. */
  #sleepers: Set<Clock> | undefined;
  /** The last formatted time, as the same one is usually requested several times. */
  #writtenAt = Number.NaN;
  #written = '';

  /** @param follows another clock, or a function that returns the machine's time in milliseconds since the epoch */
  constructor(follows: Clock | (() => number) = Date.now) {
    const leader = follows instanceof Clock ? follows : undefined;
    this.#leader = leader;
    this.#machine = follows instanceof Clock ? follows.#machine : follows;
  }

  /** Milliseconds since the epoch. */
  now(): number {
    const { stoppedAt, offset } = this.#setting;
    return stoppedAt ?? this.#machine() + offset;
  }

  /** The time in RFC 3339, UTC with microseconds, as the platform writes it. */
  timestamp(): string {
    const now = this.now();
    if (now !== this.#writtenAt) {
      this.#writtenAt = now;
      this.#written = toTimestamp(now);
    }
    return this.#written;
  }

  get frozen(): boolean {
    return this.#setting.stoppedAt !== undefined;
  }

  /**
   * Freezes the clock, at the current time or at the given time in milliseconds since the epoch.
   *
   * @throws ClockError for a time outside the years 1970 to 9999
   */
  freeze(at: number = this.now()): void {
    this.#set({ stoppedAt: writable(at), offset: 0 });
  }

  /**
   * Moves the clock forward by seconds, whether it is running or frozen.
   *
   * @throws ClockError if the time would leave the year 9999
   */
  advance(seconds: number): void {
    writable(this.now() + seconds * 1000);
    const { stoppedAt, offset } = this.#setting;
    if (stoppedAt === undefined) this.#set({ offset: offset + seconds * 1000 });
    else this.#set({ stoppedAt: stoppedAt + seconds * 1000, offset });
  }

  /** Follows its source again, the machine or another clock, without an offset. */
  release(): void {
    this.#set(undefined);
  }

  /**
   * Waits until the clock has moved by the given milliseconds: in real time while it runs, and until it is advanced
   * while it is frozen. A jump back does not count.
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
    this.#waiters ??= new Waiters();
    const waiters = this.#waiters;
    const slept = waiters.wait(milliseconds, signal, this.#state());
    const leader = this.#leader;
    if (!leader || waiters.size === 0) return slept;
    leader.#sleepers ??= new Set();
    leader.#sleepers.add(this);
    return slept.finally(() => {
      if (waiters.size === 0) leader.#sleepers?.delete(this);
    });
  }

  /** Wakes all sleepers at once, as what they wait for is gone. */
  dismiss(): void {
    this.#waiters?.wakeAll();
  }

  get #setting(): Setting {
    if (this.#own) return this.#own;
    return this.#leader ? this.#leader.#setting : running;
  }

  #set(setting: Setting | undefined): void {
    const before = this.now();
    this.#own = setting;
    this.#jumped(before);
  }

  #jumped(before: number): void {
    this.#waiters?.jumped(before, this.#state());
    for (const clock of [...(this.#sleepers ?? [])]) if (!clock.#own) clock.#jumped(before);
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

/** Formats milliseconds since the epoch in RFC 3339, UTC with microseconds. */
export function toTimestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, -1)}000Z`;
}
