import { clusterEnd } from './clusters.ts';
import { windowOf } from './window.ts';
import { contentWords } from './words.ts';

/** What a text is about. */
export interface Subject {
  /** Its own words: all of a short text, the last question or the first sentence of a long one. */
  readonly quote: string;
  /** Topics in the words of the text, at most eight. */
  readonly topics: readonly string[];
}

const shortLength = 160;

/**
 * Finds what a text is about.
 *
 * @example
 * subjectOf('What is the capital of France?'); // { quote: 'What is the capital of France?', topics: ['capital', 'France'] }
 */
export function subjectOf(text: string): Subject {
  const quote = quoteOf(text);
  const topics = contentWords(quote).filter((word) => word.length > 1);
  return { quote, topics: topics.slice(0, 8).map((topic) => shorten(topic, 40)) };
}

function quoteOf(text: string): string {
  const whole = oneLine(windowOf(text));
  if (whole.length <= shortLength && text.length <= shortLength * 2) return whole;
  const sentences = windowOf(text)
    .split(/(?<=[.!?。！？؟])\s+|\n+/)
    .map(oneLine)
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  const question = sentences.findLast((sentence) => /[?？؟]["'”»)]*$/.test(sentence));
  return shorten(question ?? sentences[0] ?? whole, shortLength);
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/**
 * A text that is too long, cut after a word (or after a character as people see it), with an ellipsis.
 *
 * @param most UTF-16 units, without the ellipsis
 */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = 0;
  for (let next = clusterEnd(text, 0); next <= most; next = clusterEnd(text, next)) end = next;
  const space = text.lastIndexOf(' ', end);
  return `${text.slice(0, space > most / 2 ? space : end).trimEnd()}…`;
}
