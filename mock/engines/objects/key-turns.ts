/** Serializes operations on the same key; operations on other keys run concurrently. */
export class KeyTurns {
  readonly #last = new Map<string, Promise<unknown>>();

  async take<T>(key: string, action: () => Promise<T>): Promise<T> {
    const done = (this.#last.get(key) ?? Promise.resolve()).then(action);
    const over = done.catch(() => {});
    this.#last.set(key, over);
    try {
      return await done;
    } finally {
      if (this.#last.get(key) === over) this.#last.delete(key);
    }
  }
}
