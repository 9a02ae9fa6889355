import { openApiLimits } from '../../../../spec/engine-limits.ts';
import type { Located } from '../document.ts';

/** Counts the looks at schemas that one value takes, and ends what takes too many. */
export class Work {
  /** Looks that are left. */
  left = 0;
  readonly #refuse: (problem: string) => Error;
  /** The schema for which the looks are counted, those at schemas inside it too. */
  #schema: Located | undefined;
  /** Counts what a large value gets on top, once it needs it. */
  #more: (() => number) | undefined;

  /** @param refuse makes the error for a schema that takes too many looks, from one sentence */
  constructor(refuse: (problem: string) => Error) {
    this.#refuse = refuse;
  }

  /** Does the work for one value. @throws what `refuse` makes */
  run<T>(schema: Located, value: unknown, work: () => T): T {
    if (this.#schema) return work();
    this.left = openApiLimits.looks;
    this.#more = () => openApiLimits.looksOfValue * countValues(value);
    return this.#for(schema, work);
  }

  /** Does work that is needed once, and so doesn't count for the value. @returns undefined if it takes too many looks */
  ahead<T>(schema: Located, work: () => T): T | undefined {
    const [before, more] = [this.left, this.#more];
    this.left = openApiLimits.looksAhead;
    this.#more = undefined;
    try {
      return this.#for(schema, work);
    } catch (cause) {
      // A schema that is nested too deep is as bad.
      if (this.left >= 0 && !(cause instanceof RangeError)) throw cause;
      return undefined;
    } finally {
      [this.left, this.#more] = [before, more];
    }
  }

  /** Counts one look. @throws what `refuse` makes */
  look(): void {
    this.left -= 1;
    if (this.left >= 0 || !this.#schema) return;
    this.left += this.#more?.() ?? 0;
    this.#more = undefined;
    if (this.left >= 0) return;
    throw this.#refuse(
      `The schema ${this.#schema.pointer} takes more than ${openApiLimits.looks} looks at the schemas in it for one value: nest fewer allOf, anyOf and oneOf`,
    );
  }

  #for<T>(schema: Located, work: () => T): T {
    const outer = this.#schema;
    this.#schema = schema;
    try {
      return work();
    } finally {
      this.#schema = outer;
    }
  }
}

/** Values in a value, itself included. */
function countValues(value: unknown): number {
  let count = 0;
  const open = [value];
  while (open.length > 0) {
    const one = open.pop();
    count += 1;
    if (typeof one === 'object' && one !== null) for (const inside of Object.values(one)) open.push(inside);
  }
  return count;
}
