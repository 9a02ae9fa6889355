/**
 * Says when a wait is too long. A timer is set once for many waits and not for each, as there may be
 * thousands a second.
 */
export class Watchdog {
  readonly #bark: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #timerAt = Number.POSITIVE_INFINITY;
  #deadline = Number.POSITIVE_INFINITY;

  /** @param bark called once for a wait that is too long */
  constructor(bark: () => void) {
    this.#bark = bark;
  }

  /** A wait begins, which may last so many milliseconds. */
  begin(limitMs: number): void {
    this.#deadline = performance.now() + limitMs;
    if (this.#timerAt > this.#deadline) this.#arm();
  }

  /** The wait is over. */
  end(): void {
    this.#deadline = Number.POSITIVE_INFINITY;
  }

  /** There will be no further waits. */
  stop(): void {
    this.end();
    clearTimeout(this.#timer);
    this.#timerAt = Number.POSITIVE_INFINITY;
  }

  #arm(): void {
    clearTimeout(this.#timer);
    this.#timerAt = this.#deadline;
    const wait = Math.max(0, this.#deadline - performance.now());
    // The longest wait that a timer can be set for.
    this.#timer = setTimeout(() => this.#onTimer(), Math.min(wait, 2 ** 31 - 1));
  }

  #onTimer(): void {
    this.#timerAt = Number.POSITIVE_INFINITY;
    if (this.#deadline === Number.POSITIVE_INFINITY) return;
    // Timers may fire a fraction of a millisecond early.
    if (performance.now() >= this.#deadline - 1) this.#bark();
    else this.#arm();
  }
}
