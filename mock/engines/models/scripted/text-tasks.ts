import type { Label, Ranking } from '../backend.ts';
import { countTokens, firstTokens } from './tokens.ts';
import { significantWords, toWords } from './words.ts';

/**
 * A simulated translation: the text, tagged with the target language.
 *
 * @example
 * translateText({ text: 'Good morning', from: 'en', to: 'fr' }); // '[fr] Good morning'
 */
export function translateText({
  text,
  from,
  to,
}: {
  readonly text: string;
  readonly from: string;
  readonly to: string;
}): string {
  return from === to || text.trim() === '' ? text : `[${to}] ${text}`;
}

/** The first sentences of a text, at most a third of it and a number of tokens; half the words of a single sentence. */
export function summariseText(text: string, maxTokens: number): string {
  const sentences = text.trim().split(/(?<=[.!?。！？])\s+/);
  const words = text.trim().split(/\s+/);
  const kept =
    sentences.length > 1
      ? sentences.slice(0, Math.ceil(sentences.length / 3)).join(' ')
      : words.slice(0, Math.ceil(words.length / 2)).join(' ');
  return countTokens(kept) <= maxTokens ? kept : firstTokens(kept, maxTokens).trimEnd();
}

const friendly = new Set(
  'amazing beautiful best brilliant delightful enjoy excellent fantastic fun glad good great happy kind like love lovely nice perfect pleasant superb thanks well wonderful'.split(
    ' ',
  ),
);
const unfriendly = new Set(
  'angry annoying awful bad boring broken disappointing dislike dull fail hate horrible mess never pain poor rude sad slow terrible ugly useless waste worse worst wrong'.split(
    ' ',
  ),
);

/** The sentiment of a text by its friendly and unfriendly words, each possibly negated with `not`; best first. */
export function classifyText(text: string): readonly Label[] {
  let balance = 0;
  let turned = 1;
  for (const word of toWords(text)) {
    if (friendly.has(word)) balance += turned;
    if (unfriendly.has(word)) balance -= turned;
    turned = /^(?:not|no|never|isn|don|doesn|wasn|t)$/.test(word) ? -1 : 1;
  }
  const positive = 0.5 + (0.49 * balance) / (1 + Math.abs(balance));
  const labels = [
    { label: 'NEGATIVE', score: 1 - positive },
    { label: 'POSITIVE', score: positive },
  ];
  return labels.toSorted((one, other) => other.score - one.score);
}

/** The share of a query's words in each document, from 0 to 1; of two equal ones, the shorter is better. */
export function rankTexts({ query, documents }: Ranking): readonly number[] {
  const wanted = new Set(significantWords(query));
  return documents.map((document) => {
    const words = new Set(significantWords(document));
    const shared = [...wanted].filter((word) => words.has(word)).length;
    const part = wanted.size === 0 ? 0 : shared / wanted.size;
    return 0.01 + 0.93 * part + (shared === 0 ? 0 : 0.05 / words.size);
  });
}
