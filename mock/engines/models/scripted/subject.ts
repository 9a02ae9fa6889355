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
  const words = contentWords(quote)
    .flatMap(splitRun)
    .filter((word) => word.length > 1 || word > '\u3040');
  const telling = words.filter((word) => !wishes.has(word.toLowerCase()));
  const topics = (telling.length > 0 ? telling : words).slice(0, 8).map((topic) => shorten(topic, 40));
  return { quote, topics };
}

/** Words that say what to do, and not what it is about. */
const wishes = new Set(
  (
    'answer briefly create describe display draft exactly explain following generate hello list name question ' +
    'reply respond return say sentence sentences short show something suggest summarize summarise word words write'
  ).split(' '),
);

/** A run of Han or Kana has no spaces; its particles and question words part it. */
function splitRun(word: string): string[] {
  return /[\u3041-\u9fff]/.test(word)
    ? word.split(/[はをがにでともの]+|是什么|什么|怎么|哪里|吗|的/u).filter((part) => part !== '')
    : [word];
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
  return (unevenSpace.test(text) ? text.replace(/[\s\p{Cc}]+/gu, ' ') : text).trim();
}

/** What a line has between its words that is not one space; most texts have nothing of it. */
const unevenSpace = /[^\S ]|\p{Cc}| {2}/u;

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
