/**
 * A value that is created on first use, because loading it is expensive.
 *
 * @example
 * const edge = new Lazy(async () => (await import('../edge/edge.ts')).createEdge(parts));
 * await edge.get();
 * edge.made; // the same
 */
export class Lazy<T> {
  readonly #make: () => Promise<T>;
  #making: Promise<T> | undefined;
  #made: T | undefined;

  constructor(make: () => Promise<T>) {
    this.#make = make;
  }

  /** The value, if it exists. */
  get made(): T | undefined {
    return this.#made;
  }

  /** Returns the value. The first call creates it; after a failure the next call tries again. */
  get(): Promise<T> {
    this.#making ??= this.#make().then(
      (made) => {
        this.#made = made;
        return made;
      },
      (error) => {
        this.#making = undefined;
        throw error;
      },
    );
    return this.#making;
  }
}
