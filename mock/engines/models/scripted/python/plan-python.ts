import { windowOf } from '../window.ts';
import { arithmetic } from './arithmetic.ts';
import { dates } from './dates.ts';
import { factorials } from './factorials.ts';
import { fencedPython } from './fenced.ts';
import { fibonacci } from './fibonacci.ts';
import { normalText } from './normal-text.ts';
import { primes } from './primes.ts';
import { sorting } from './sorting.ts';
import { statistics } from './statistics.ts';
import { texts } from './texts.ts';

/** Finds one family of tasks in a prompt, and writes the program that does it. */
type Family = (text: string, prompt: string) => string | undefined;

/** The first that finds its task counts: those of telling words stand before those of mere numbers. */
const families: readonly Family[] = [
  fibonacci,
  primes,
  factorials,
  dates,
  sorting,
  (_, prompt) => texts(prompt),
  statistics,
  arithmetic,
];

/**
 * The Python program that a prompt asks for: its own, where it holds a fenced block of it, else one for arithmetic,
 * Fibonacci numbers, primes and factorials, statistics, sorting, counting and reversing text, or dates. Undefined
 * for all else.
 *
 * @example
 * planPython('What is 17 times 23?'); // 'print(17 * 23)'
 */
export function planPython(prompt: string): string | undefined {
  const fenced = fencedPython(prompt);
  if (fenced !== undefined) return fenced;
  const read = windowOf(prompt);
  const text = normalText(read);
  for (const family of families) {
    const found = family(text, read);
    if (found !== undefined) return found;
  }
  return undefined;
}
