import { TouchstoneError } from '../../../spec/touchstone-error.ts';
import type { GuardrailPhase } from './guardrail-policy.ts';
import type { ScanFinding, Scanner } from './scanner.ts';
import { tokenize } from './tokens.ts';

/** Words and phrases that mean a category. */
export interface WordList {
  readonly category: string;
  /** Whole words, or several with anything but words between them; case does not matter. */
  readonly words: readonly string[];
  /** Where they are looked for. Default: in both. */
  readonly phases?: readonly GuardrailPhase[];
}

/** A phrase without a single letter or digit, which would be found nowhere. */
export class WordListError extends TouchstoneError {
  constructor(category: string, word: string) {
    super('invalid-word-list', `${JSON.stringify(word)} in the list of ${category} holds no word`);
  }
}

const bothPhases: readonly GuardrailPhase[] = ['prompt', 'response'];

interface Phrase {
  readonly category: string;
  readonly words: readonly string[];
  readonly phases: readonly GuardrailPhase[];
}

/**
 * A scanner that finds the words of the lists it is given and nothing else: the same text always has the same
 * findings, by their place and then by the order of the lists.
 *
 * @throws WordListError
 * @example
 * const scan = wordListScanner([{ category: 'S1', words: ['build a bomb'] }]);
 */
export function wordListScanner(lists: readonly WordList[]): Scanner {
  const phrases = new Map<string, Phrase[]>();
  for (const { category, words, phases = bothPhases } of lists) {
    for (const text of words) {
      const phrase: Phrase = { category, words: tokenize(text).map(({ word }) => word), phases };
      const [first] = phrase.words;
      if (first === undefined) throw new WordListError(category, text);
      const others = phrases.get(first);
      if (others === undefined) phrases.set(first, [phrase]);
      else others.push(phrase);
    }
  }
  return async ({ phase, text, categories, signal }) => {
    signal.throwIfAborted();
    const tokens = tokenize(text);
    const findings: ScanFinding[] = [];
    for (const [index, { word, start }] of tokens.entries()) {
      for (const { category, words, phases } of phrases.get(word) ?? []) {
        if (!phases.includes(phase) || !categories.includes(category)) continue;
        if (!words.every((expected, offset) => tokens[index + offset]?.word === expected)) continue;
        findings.push({ category, start, end: tokens[index + words.length - 1]?.end ?? start });
      }
    }
    return findings;
  };
}
