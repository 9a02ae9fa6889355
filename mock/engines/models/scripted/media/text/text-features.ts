import { isStopWord, splitTerms } from './words.ts';

/** What a word says is worth 1; these are in proportion to it. */
const weights = {
  /** Little enough that small words do not outweigh large ones, yet texts that share nothing else are still nearer. */
  stopWord: 0.5,
  /** A word without its ending, so that `sleeps` and `sleeping` meet. */
  stem: 0.6,
  /** All three-letter pieces of one word together, for languages whose endings are not known here. */
  pieces: 0.4,
  /** One letter of an unspaced script. */
  letter: 0.4,
  /** Two letters of an unspaced script, which are mostly a word. */
  pair: 1,
  sign: 0.3,
};

/**
 * The features of a text with how much each counts: its words, pieces of words, and pairs of letters where
 * words have no spaces between them. A feature that comes n times counts √n times as much.
 */
export function textFeatures(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, { count: number; weight: number }>();
  const add = (feature: string, weight: number): void => {
    const known = counts.get(feature);
    if (known === undefined) counts.set(feature, { count: 1, weight });
    else known.count++;
  };
  const { words, runs, signs } = splitTerms(text);
  for (const word of words) {
    if (isStopWord(word)) {
      add(`w ${word}`, weights.stopWord);
      continue;
    }
    add(`w ${word}`, 1);
    add(`b ${stem(word)}`, weights.stem);
    const pieces = trigrams(word);
    for (const piece of pieces) add(`p ${piece}`, weights.pieces / Math.sqrt(pieces.length));
  }
  for (const run of runs) {
    const letters = [...run];
    for (const [i, letter] of letters.entries()) {
      add(`l ${letter}`, weights.letter);
      const following = letters[i + 1];
      if (following !== undefined) add(`n ${letter}${following}`, weights.pair);
    }
  }
  for (const sign of signs) add(`s ${sign}`, weights.sign);
  return new Map(Array.from(counts, ([feature, { count, weight }]) => [feature, weight * Math.sqrt(count)]));
}

/** A word without an English ending, if at least three letters stay. */
function stem(word: string): string {
  return word.replace(/(?<=.{3})(?:ings?|ed|es|s|ly|['’]s)$/u, '').replace(/(?<=.{3})[ei]$/u, '');
}

/** Three-letter pieces of a word with its borders marked; none of one or two letters. */
function trigrams(word: string): readonly string[] {
  if (word.length < 3) return [];
  const marked = `^${word}$`;
  return Array.from({ length: marked.length - 2 }, (_, i) => marked.slice(i, i + 3));
}
