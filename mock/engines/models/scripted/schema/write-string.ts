import { clusterEnd } from '../clusters.ts';
import type { Random } from '../random.ts';
import { wordBank } from '../word-bank.ts';
import type { Hints, Place } from './place.ts';
import { asNumber, type SchemaObject } from './schema-node.ts';
import { makeFormat } from './string-format.ts';
import { writePattern } from './write-pattern.ts';

/** No text is padded beyond this; a schema that wants more is refused. */
const longestPadded = 100_000;

/** Texts that keywords may allow, best first; whoever asks checks each. */
export function* writeStrings(
  base: SchemaObject,
  patterns: readonly string[],
  place: Place,
  hints: Hints,
  random: Random,
): Iterable<string> {
  const least = Math.min(asNumber(base['minLength']) ?? 0, longestPadded);
  const most = asNumber(base['maxLength']) ?? Number.POSITIVE_INFINITY;
  const ruled = typeof base['pattern'] === 'string' || typeof base['format'] === 'string';
  for (const hint of hints.texts(place)) {
    yield hint;
    if (!ruled) yield fitted(hint, least, most, random);
  }
  if (typeof base['format'] === 'string') {
    const made = makeFormat(base['format'], random, least);
    if (made !== undefined) yield made;
  }
  const allPatterns = [base['pattern'], ...patterns].filter((pattern) => typeof pattern === 'string');
  for (const pattern of allPatterns) {
    for (const generosity of [0, 1, 3, 8, 16, Math.max(least, 1), Math.max(least, 32) * 2]) {
      for (let round = 0; round < 4; round++) {
        const written = writePattern(pattern, random, generosity);
        if (written === undefined) break;
        yield written;
        // Patterns without an end of their own leave room behind; those without a beginning, before.
        yield written.padEnd(least, 'a');
        yield written.padStart(least, 'a');
      }
    }
  }
  yield fitted(hints.invent(place), least, most, random);
  yield fitted('', least, most, random);
  // Looked-around patterns, such as those for passwords, are guessed at.
  if (allPatterns.length > 0) for (const guess of guesses) yield fitted(guess, least, most, random);
}

const guesses = ['Aa1!Aa1!Aa1!', 'Aa1Aa1Aa1', 'aA1_bB2-', '1234567890', 'abcdef', 'ABCDEF', 'a', '1', ''];

/** A text made long enough with words, or short enough between two characters. */
function fitted(text: string, least: number, most: number, random: Random): string {
  let whole = text;
  let length = pointsOf(whole);
  if (length < least) {
    const parts = [whole];
    while (length < least) {
      const word = `${length === 0 ? '' : ' '}${random.pick(wordBank)}`;
      parts.push(word);
      length += word.length;
    }
    whole = parts.join('');
  }
  if (length <= most) return whole;
  let end = 0;
  let points = 0;
  while (end < whole.length) {
    const next = clusterEnd(whole, end);
    points += pointsOf(whole.slice(end, next));
    if (points > most) break;
    end = next;
  }
  const cut = whole.slice(0, end);
  const trimmed = cut.trimEnd();
  return pointsOf(trimmed) >= least ? trimmed : pointsOf(cut) >= least ? cut : cut.padEnd(least, 'a');
}

/** Length as JSON schema counts it: in code points. */
function pointsOf(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
