import type { Conversation } from '../conversation.ts';
import { answerLanguage } from '../language.ts';
import type { Random } from '../random.ts';
import { subjectOf } from '../subject.ts';
import { windowOf } from '../window.ts';
import { wordBank } from '../word-bank.ts';
import type { Directed } from './directive.ts';
import { countPattern, readNumber } from './numbers.ts';

const exactWords = new RegExp(
  `\\b(?:in|using|with|exactly|of)\\s+(?:exactly\\s+|only\\s+|just\\s+)?(${countPattern})[\\s-]words?\\b`,
  'i',
);
const saidWord =
  /\b(?:say|write|reply with|respond with|answer with)\s+(?:just\s+|only\s+)?["“']?([\p{L}\p{M}]+)/iu;
/** More words than these are written as sentences, and counted no more. */
const mostWords = 2000;

/** Answers in as many words as are asked for: `Say hello in exactly 3 words`, `Reply with one word`. */
export function wordCount({ prompt }: Conversation, random: Random): Directed | undefined {
  const text = windowOf(prompt);
  const match = exactWords.exec(text);
  if (match === null) return undefined;
  const count = readNumber(match[1] ?? '');
  if (!(count >= 1 && count <= mostWords) || answerLanguage(text) === 'ja' || answerLanguage(text) === 'zh')
    return undefined;
  const first = saidWord.exec(text)?.[1];
  const asked =
    first === undefined || /^(?:an?|the|in|exactly|one|two|three|something)$/i.test(first) ? [] : [first];
  const topics = subjectOf(text.replace(match[0], ' ')).topics.filter(
    (topic) =>
      topic !== first &&
      /^\p{L}+$/u.test(topic) &&
      !/^(?:say|write|reply|respond|answer|exactly|words?)$/i.test(topic),
  );
  const chosen = [...asked, ...topics].slice(0, count);
  while (chosen.length < count) chosen.push(random.pick(wordBank));
  const sentence = chosen.join(' ');
  return { text: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`, exact: true };
}
