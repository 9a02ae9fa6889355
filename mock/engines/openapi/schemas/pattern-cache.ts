import { type LinearPattern, linearPattern } from '../../patterns/linear-pattern.ts';

/** The patterns of a document, compiled when they are first used. */
export class PatternCache {
  readonly #patterns = new Map<string, LinearPattern | undefined>();

  /** Undefined for a pattern that can't be matched in linear time, or that is none. */
  get(source: string): LinearPattern | undefined {
    if (!this.#patterns.has(source)) this.#patterns.set(source, linearPattern(source));
    return this.#patterns.get(source);
  }
}
