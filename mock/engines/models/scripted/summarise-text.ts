import { ModelError } from '../model-error.ts';
import { readLimit } from './cut.ts';
import { countTokens, firstTokens } from './tokens.ts';
import { contentWords, stem } from './words.ts';

/** Sentences of a long text that are weighed. */
const mostSentences = 5000;
/** A summary takes no more than this share of the sentences. */
const share = 1 / 3;

/**
 * The sentences of a text that say most, in their order, in no more tokens than are allowed. A sentence weighs as
 * much as its words are frequent in the whole, and more at the beginning. Where not one sentence fits, the
 * weightiest is cut.
 *
 * @throws ModelError (bad-input) for a text without words
 *
 * @example
 * summariseText('Cats sleep a lot. Cats also hunt at night. The weather was fine.', 8); // 'Cats sleep a lot.'
 */
export function summariseText(text: string, maxTokens: number): string {
  const sentences = sentencesOf(text.toWellFormed());
  if (sentences.length === 0) throw new ModelError('bad-input', 'There is no text to summarise.');
  const limit = readLimit(maxTokens);
  const counts = new Map<string, number>();
  const stems = sentences.map((sentence) => contentWords(sentence).map(stem));
  for (const word of stems.flat()) counts.set(word, (counts.get(word) ?? 0) + 1);
  const weighed = sentences.map((sentence, index) => {
    const words = stems[index] ?? [];
    const weight = words.reduce((total, word) => total + (counts.get(word) ?? 0), 0) / (words.length + 2);
    return { sentence, index, weight: weight * (1 + 1 / (1 + index)) };
  });
  const byWeight = weighed.toSorted((one, other) => other.weight - one.weight || one.index - other.index);
  const wanted = Math.max(1, Math.ceil(sentences.length * share));
  const chosen: typeof byWeight = [];
  for (const each of byWeight) {
    if (chosen.length === wanted) break;
    const together = [...chosen, each].sort((one, other) => one.index - other.index);
    if (countTokens(join(together)) <= limit) chosen.push(each);
    // A long text under a narrow limit would be put together anew for each of its sentences.
    else if (chosen.length > 0 && limit < Number.POSITIVE_INFINITY && chosen.length >= limit / 4) break;
  }
  if (chosen.length === 0) return firstTokens(byWeight[0]?.sentence ?? '', limit);
  return join(chosen.sort((one, other) => one.index - other.index));
}

function join(sentences: readonly { readonly sentence: string }[]): string {
  return sentences.map(({ sentence }) => sentence).join(' ');
}

function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?。！？]["'”»)]?)\s+|(?<=[。！？])|\n\s*\n/, mostSentences)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}
