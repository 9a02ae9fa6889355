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
