/** Milliseconds of work after which others get their turn. */
const SLICE_MS = 25;
const STEP_BYTES = 16_384;

/** Lets a long piece of work rest now and then, so that a server goes on answering meanwhile. */
export class Pace {
  #steps = 0;
  #since = performance.now();

  /**
   * Whether it is time to {@link rest}; looks at the clock each 64th time.
   *
   * @param bytes that were worked on since it was asked: of large objects a few are much work
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

/** A long piece of work that stops every now and then: whoever drives it may let others have their turn. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Does all of it at once. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
