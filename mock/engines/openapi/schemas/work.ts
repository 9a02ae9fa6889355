import { openApiLimits } from '../../../../spec/engine-limits.ts';
import type { Located } from '../document.ts';
import type { JsonObject } from '../json.ts';

/** Counts the looks at schemas that one value takes, and ends what takes too many. */
export class Work {
  #left = 0;
  /** Schemas that the value has been judged by: each is read and compiled, which costs more than a further look. */
  #judged = new Set<JsonObject>();
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
    this.#left = openApiLimits.looks;
    this.#judged = new Set();
    this.#more = () => openApiLimits.looksOfValue * countValues(value);
    return this.#for(schema, work);
  }

  /** Does work that is needed once, and so doesn't count for the value. @returns undefined if it takes too many looks */
  ahead<T>(schema: Located, work: () => T): T | undefined {
    const [before, judged, more] = [this.#left, this.#judged, this.#more];
    this.#left = openApiLimits.looksAhead;
    this.#judged = new Set();
    this.#more = undefined;
    try {
      return this.#for(schema, work);
    } catch (cause) {
      // A schema that is nested too deep is as bad.
      if (this.#left >= 0 && !(cause instanceof RangeError)) throw cause;
      return undefined;
    } finally {
      [this.#left, this.#judged, this.#more] = [before, judged, more];
    }
  }

  /** Whether the last work took too many looks. */
  get isOver(): boolean {
    return this.#left < 0;
  }

  /** Remembers where the work stands. @returns goes back to there */
  mark(): () => void {
    const [left, { size }] = [this.#left, this.#judged];
    return () => {
      this.#left = left;
      for (const node of [...this.#judged].slice(size)) this.#judged.delete(node);
    };
  }

  /**
   * Counts one look.
   *
   * @param judged the schema that a value is judged by
   * @throws what `refuse` makes
   */
  look(judged?: Located): void {
    const isNew = judged !== undefined && !this.#judged.has(judged.node);
    if (isNew) this.#judged.add(judged.node);
    this.#left -= isNew ? openApiLimits.looksOfSchema : 1;
    if (this.#left >= 0 || !this.#schema) return;
    this.#left += this.#more?.() ?? 0;
    this.#more = undefined;
    if (this.#left >= 0) return;
    throw this.#refuse(sayTooNested(this.#schema));
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

/** Says that a schema takes too many looks. */
export const sayTooNested = ({ pointer }: Located): string =>
  `The schema ${pointer} takes more than ${openApiLimits.looks} looks at the schemas in it for one value: nest fewer allOf, anyOf and oneOf`;

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
