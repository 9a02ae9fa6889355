import type { Conversation } from './conversation.ts';
import { arithmetic } from './directives/arithmetic.ts';
import { counting } from './directives/counting.ts';
import type { Directive } from './directives/directive.ts';
import { echo } from './directives/echo.ts';
import { listing } from './directives/listing.ts';
import { memory } from './directives/memory.ts';
import { countPattern, readNumber } from './directives/numbers.ts';
import { wordCount } from './directives/word-count.ts';
import { fingerprintHex } from './fingerprint.ts';
import { answerLanguage } from './language.ts';
import { type Phrases, phrases, put } from './phrases.ts';
import type { Random } from './random.ts';
import { type Subject, subjectOf } from './subject.ts';
import { tellResults } from './tools/tell-results.ts';
import { windowOf } from './window.ts';

const directives: readonly Directive[] = [wordCount, echo, memory, counting, arithmetic, listing];

/**
 * The answer to a conversation in words. It does what the last message of the user asks for where that is one of
 * the wishes it understands, tells what tools answered, else quotes the message and writes around its topics.
 * All but texts that the user fixes (an echo, a count) end with a reference that no other conversation has.
 */
export function writeText(conversation: Conversation, random: Random): string {
  const set = phrases[answerLanguage(conversation.prompt)];
  const numbered = put(set.closing, '{n}', String(conversation.turn));
  const closing = put(numbered, '{r}', fingerprintHex(conversation.fingerprint));
  const subject = subjectOf(conversation.prompt);
  if (conversation.results.length > 0)
    return [open(subject, set, random), tellResults(conversation.results, set), closing].join('\n\n');
  for (const directive of directives) {
    const directed = directive(conversation, random);
    if (directed !== undefined) return directed.exact ? directed.text : `${directed.text}\n\n${closing}`;
  }
  const opening = open(subject, set, random);
  const media =
    conversation.media.length === 0 ? [] : [conversation.media.map((type) => `[${type}]`).join(' ')];
  return [opening, ...media, ...paragraphs(conversation, subject, set, random), closing].join('\n\n');
}

function open(subject: Subject, set: Phrases, random: Random): string {
  return subject.quote === '' ? set.nothing : put(random.pick(set.openings), '{q}', subject.quote);
}

const wantedLength = new RegExp(
  `(${countPattern})[\\s-](sentences?|paragraphs?|words?|sätze|wörter|phrases|mots)\\b`,
  'i',
);
/** Longer answers than these are not written, whatever is asked for. */
const mostSentences = 2000;

function paragraphs(conversation: Conversation, subject: Subject, set: Phrases, random: Random): string[] {
  const wanted = wantedLength.exec(windowOf(conversation.prompt));
  const count = wanted === null ? 0 : readNumber(wanted[1] ?? '');
  const unit = wanted?.[2]?.toLowerCase() ?? '';
  if (/^par/.test(unit))
    return Array.from({ length: Math.min(count, mostSentences / 4) }, () =>
      sentences(3, subject, set, random),
    );
  // A sentence has about seven words.
  if (/^(?:wor|wör|mot)/.test(unit)) return grouped(Math.ceil(count / 7), subject, set, random);
  if (count > 0) return grouped(count, subject, set, random);
  const brief = /\b(?:briefly|brief|short|concise|in a nutshell|kurz)\b/i.test(windowOf(conversation.prompt));
  return [sentences(brief ? 1 : random.whole(2, 4), subject, set, random)];
}

function grouped(count: number, subject: Subject, set: Phrases, random: Random): string[] {
  const all = Math.min(count, mostSentences);
  const lengths = Array.from({ length: Math.ceil(all / 5) }, (_, index) => Math.min(5, all - index * 5));
  return lengths.map((length) => sentences(length, subject, set, random));
}

function sentences(count: number, subject: Subject, set: Phrases, random: Random): string {
  let written = '';
  for (let index = 0; index < count; index++) {
    const topic = subject.topics.length === 0 ? set.topic : random.pick(subject.topics);
    const beginning = put(random.pick(set.beginnings), '{k}', topic);
    written += `${index === 0 ? '' : set.between}${beginning}${set.between}${random.pick(set.ends)}`;
  }
  return written;
}
