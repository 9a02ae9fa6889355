import type { GitObject } from '../object-database.ts';

/**
 * Objects that were read last: deltas that stand on one base are read one after another. In two halves, of which the
 * older is let go as a whole: to take out one after another costs more than what they save.
 */
export class BaseCache {
  readonly #half: number;
  #young = new Map<number, GitObject>();
  #old = new Map<number, GitObject>();
  /** Bytes of the younger half. */
  #bytes = 0;

  /** @param limit bytes of all objects */
  constructor(limit: number) {
    this.#half = limit / 2;
  }

  get(key: number): GitObject | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.add(key, old);
    return old;
  }

  add(key: number, object: GitObject): void {
    const bytes = cost(object);
    if (bytes > this.#half || this.#young.has(key)) return;
    if (this.#bytes + bytes > this.#half) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#bytes = 0;
    }
    this.#young.set(key, object);
    this.#bytes += bytes;
  }
}

/** Bytes of an object, with what it costs to hold it. */
const cost = (object: GitObject) => object.data.length + 200;
