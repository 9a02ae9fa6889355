import type { GitObject } from '../object-database.ts';

/** Objects that were read last, as many as fit: deltas that stand on one base are read one after another. */
export class BaseCache {
  readonly #limit: number;
  readonly #objects = new Map<number, GitObject>();
  #bytes = 0;

  /** @param limit bytes of all objects */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: number): GitObject | undefined {
    const object = this.#objects.get(key);
    if (object === undefined) return undefined;
    this.#objects.delete(key);
    this.#objects.set(key, object);
    return object;
  }

  add(key: number, object: GitObject): void {
    if (object.data.length > this.#limit / 2 || this.#objects.has(key)) return;
    this.#objects.set(key, object);
    this.#bytes += cost(object);
    for (const [oldest, old] of this.#objects) {
      if (this.#bytes <= this.#limit) break;
      this.#objects.delete(oldest);
      this.#bytes -= cost(old);
    }
  }
}

/** Bytes of an object, with what it costs to hold it. */
const cost = (object: GitObject) => object.data.length + 200;
