import { countTokens, firstTokens, takeTokens } from './tokens.ts';

/** What is left of an answer under its limits. */
export interface Cut {
  readonly text: string;
  readonly reason: 'stop' | 'length';
  readonly tokens: number;
  /** The stop text that ended it. */
  readonly stop?: string;
}

/**
 * Ends a text before the first stop text in it, and after as many tokens as are allowed, as a model would that
 * writes from the front: a stop text that lies behind the last token is never reached. Of stop texts that begin
 * at the same place the first of the list counts; empty ones and halves of characters stop nothing.
 *
 * @example
 * cut('one, two, three', 10, [', three']); // { text: 'one, two', tokens: 3, reason: 'stop', stop: ', three' }
 */
export function cut(whole: string, mostTokens: number, stops: readonly string[]): Cut {
  const { text, count: tokens } = takeTokens(whole, mostTokens);
  let end = text.length;
  let found: string | undefined;
  for (const stop of stops) {
    if (typeof stop !== 'string' || stop === '' || !stop.isWellFormed()) continue;
    const at = text.indexOf(stop);
    if (at >= 0 && at < end) {
      end = at;
      found = stop;
    }
  }
  if (found === undefined) return { text, tokens, reason: text.length < whole.length ? 'length' : 'stop' };
  const before = text.slice(0, end);
  return { text: before, tokens: countTokens(before), reason: 'stop', stop: found };
}

/** A limit of tokens as a number that can be counted to: no less than 0, infinite for none. */
export function readLimit(most: number | undefined): number {
  if (most === undefined || Number.isNaN(most)) return Number.POSITIVE_INFINITY;
  return Math.max(0, Math.floor(most));
}

/** Tokens of which one part, such as a thought, may take half of what is left. */
export function halfOf(text: string, most: number): string {
  return countTokens(text) <= most / 2 ? text : firstTokens(text, Math.floor(most / 2));
}
