/**
 * A value that is made when it is first asked for, since much has to be loaded for it.
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

  /** The value, if it has been made. */
  get made(): T | undefined {
    return this.#made;
  }

  /** The value, which is made once, however many ask for it. Whoever asks after a failure has it tried again. */
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
