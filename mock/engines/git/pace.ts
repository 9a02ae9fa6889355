/** Milliseconds of work after which other tasks get their turn. */
const SLICE_MS = 25;
const STEP_BYTES = 16_384;

/** Pauses long work now and then, so that a server keeps answering. */
export class Pace {
  #steps = 0;
  #since = performance.now();

  /**
   * Whether it is time to {@link rest}; reads the clock on every 64th call.
   *
   * @param bytes processed since the last call: a few large objects are much work
   */
  due(bytes = 0): boolean {
    this.#steps += 1 + Math.floor(bytes / STEP_BYTES);
    if (this.#steps < 64) return false;
    this.#steps = 0;
    return performance.now() - this.#since > SLICE_MS;
  }

  async rest(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 0));
    this.#since = performance.now();
  }
}

/** Long work that yields now and then, so that its driver can let other tasks run. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Runs all of it at once. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
