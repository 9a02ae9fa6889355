import { ModelError } from '../model-error.ts';
import { dictionary } from './dictionary.ts';
import { wordsOf } from './words.ts';

const names: Readonly<Record<string, string>> = {
  english: 'en',
  german: 'de',
  french: 'fr',
  spanish: 'es',
  italian: 'it',
};
/** Words of the longest phrase of the dictionary. */
const longestPhrase = 4;

/**
 * Says a text in another language as far as a dictionary of everyday words goes (English, German, French, Spanish
 * and Italian); other words stay as they are. Unless every word was known, the target language stands in front in
 * brackets, so that nobody takes the text for a translation, and a translation differs from its text and from
 * the text's translation into any other language.
 *
 * @param languages such as `en` or `english`
 * @throws ModelError (bad-input) when no target language is named
 *
 * @example
 * translateText('Hello world', 'en', 'fr'); // 'Bonjour monde'
 * translateText('Hello Ada', 'en', 'fr'); // '[fr] Bonjour Ada'
 */
export function translateText(text: string, from: string, to: string): string {
  const [source, target] = [codeOf(from), codeOf(to)];
  if (target === '') throw new ModelError('bad-input', 'There is no language to translate to.');
  if (source === target) return text;
  const words = dictionary(source, target);
  if (words === undefined) return `[${target}] ${text}`;
  const { translated, unknown } = replaceWords(text, words);
  return unknown > 0 || wordsOf(text).length === 0 || translated === text
    ? `[${target}] ${translated}`
    : translated;
}

function codeOf(language: string): string {
  const lower = language.trim().toLowerCase();
  return names[lower] ?? lower.split(/[-_]/)[0] ?? '';
}

function replaceWords(
  text: string,
  words: ReadonlyMap<string, string>,
): { translated: string; unknown: number } {
  const pieces = text.split(/([\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*)/u);
  // Most words begin no phrase, and need no look at those behind them.
  const beginnings = new Set([...words.keys()].map((phrase) => phrase.split(' ')[0] ?? ''));
  let unknown = 0;
  const translated: string[] = [];
  // Words stand at odd places, what is between them at even ones.
  for (let at = 0; at < pieces.length; ) {
    if (at % 2 === 0) {
      translated.push(pieces[at++] ?? '');
      continue;
    }
    let length = beginnings.has((pieces[at] ?? '').toLowerCase().replaceAll('’', "'")) ? longestPhrase : 0;
    for (; length > 0; length--) {
      const end = at + 2 * length - 1;
      if (end > pieces.length) continue;
      const phrase = pieces.slice(at, end).join('').toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ');
      const found = words.get(phrase);
      if (found === undefined) continue;
      translated.push(sameCase(pieces[at] ?? '', found));
      at = end;
      break;
    }
    if (length === 0) {
      const word = pieces[at++] ?? '';
      if (/\p{L}/u.test(word)) unknown++;
      translated.push(word);
    }
  }
  return { translated: translated.join(''), unknown };
}

function sameCase(word: string, other: string): string {
  const first = word.charAt(0);
  return first !== first.toLowerCase() ? other.charAt(0).toUpperCase() + other.slice(1) : other;
}
