/** Lets what is done about one key be done one after another, and what is about others meanwhile. */
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
