import type { Change } from './change.ts';
import type { ChangeLog, KeptPart } from './change-log.ts';
import type { KeptNode } from './kept-node.ts';

/** A number that only grows, such as that of the latest tenant: what it gave out is not given out again. */
export class Counter implements KeptPart {
  #count: number;
  #log: ChangeLog | undefined;

  constructor(count = 0) {
    this.#count = count;
  }

  /** Returns the present number and adds one. */
  next(): number {
    const count = this.#count++;
    // An unused number does no harm, so there is nothing to undo.
    this.#log?.put('count', this.#count, () => {});
    return count;
  }

  keepIn(log: ChangeLog): void {
    this.#log = log;
  }

  *changes(path: string): Generator<Change> {
    yield [path, 'count', this.#count];
  }

  load(kept: KeptNode): void {
    kept.each((count) => {
      if (typeof count !== 'number' || !Number.isSafeInteger(count)) throw new Error('It is not an integer.');
      this.#count = Math.max(this.#count, count);
    });
  }
}
