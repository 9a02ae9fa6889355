import type { Ranking } from '../backend.ts';
import { ModelError } from '../model-error.ts';
import { contentWords, stem, wordsOf } from './words.ts';

/** Characters of a long text that are read. */
const longestText = 100_000;

/**
 * How much each document has to do with a query, from 0 to 1: the share of the query's words that it holds, rare
 * words weighing more, a little less the longer it is. Documents that share no word are told apart by their
 * letter groups, below all that do. Only the four basic operations are used, so all runtimes agree.
 *
 * @throws ModelError (bad-input) for an empty query
 *
 * @example
 * rankTexts({ query: 'capital of France', documents: ['Paris is the capital of France.', 'Bananas are yellow.'] });
 * // [0.9…, 0.0…]
 */
export function rankTexts({ query, documents }: Ranking): readonly number[] {
  if (query.trim() === '') throw new ModelError('bad-input', 'There is no query to rank the documents by.');
  const wanted = new Set(telling(query));
  const held = documents.map((document) => countStems(document.slice(0, longestText)));
  const weights = new Map(
    [...wanted].map((word) => [
      word,
      1 + documents.length / (1 + held.filter(({ stems }) => stems.has(word)).length),
    ]),
  );
  const most = sum(weights.values());
  const letters = trigrams(query.slice(0, 1000));
  return held.map(({ stems, length }, index) => {
    const found = sum([...wanted].map((word) => (stems.has(word) ? (weights.get(word) ?? 0) : 0)));
    const repeated = sum([...wanted].map((word) => stems.get(word) ?? 0));
    const share = most === 0 ? 0 : found / most;
    const density = repeated / (repeated + 1 + length / 20);
    const likeness = overlap(letters, trigrams((documents[index] ?? '').slice(0, 4000)));
    return 0.8 * share + 0.1 * (share > 0 ? density : 0) + 0.1 * likeness;
  });
}

/** Stems of the words that carry meaning; of all words where none does. */
function telling(text: string): string[] {
  const words = contentWords(text);
  return (words.length > 0 ? words : wordsOf(text)).map(stem);
}

function countStems(text: string): { readonly stems: ReadonlyMap<string, number>; readonly length: number } {
  const stems = new Map<string, number>();
  const words = wordsOf(text);
  for (const word of words) {
    const root = stem(word);
    stems.set(root, (stems.get(root) ?? 0) + 1);
  }
  return { stems, length: words.length };
}

function trigrams(text: string): ReadonlySet<string> {
  const lower = text.toLowerCase().replace(/\s+/g, ' ');
  const found = new Set<string>();
  for (let index = 0; index + 3 <= lower.length; index++) found.add(lower.slice(index, index + 3));
  return found;
}

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0) return 0;
  let shared = 0;
  for (const each of one) if (other.has(each)) shared++;
  return shared / one.size;
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
