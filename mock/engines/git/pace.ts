/** Milliseconds of work after which others get their turn. */
const SLICE_MS = 25;

/** Lets a long piece of work rest now and then, so that a server goes on answering meanwhile. */
export class Pace {
  #steps = 0;
  #since = performance.now();

  /** Whether it is time to {@link rest}; looks at the clock each 64th time. */
  due(): boolean {
    this.#steps += 1;
    return this.#steps % 64 === 0 && performance.now() - this.#since > SLICE_MS;
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
