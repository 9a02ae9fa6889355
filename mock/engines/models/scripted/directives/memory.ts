import type { Conversation } from '../conversation.ts';
import { answerLanguage, type Language } from '../language.ts';
import { windowOf } from '../window.ts';
import type { Directed } from './directive.ts';

const end = '(?=[.!?,;\\n]|\\s+and\\s|\\s+but\\s|$)';
const sayings: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:my name is|my name's|i am called|i'm called|call me|the user's name is|the user is called)\s+/iu,
    'name',
  ],
  [
    /(?:\bich heiße|\bmein name ist|\bje m'appelle|\bje m’appelle|\bme llamo|\bmi nombre es|\bmi chiamo|\bmeu nome é|\bik heet|меня зовут)\s+/iu,
    'name',
  ],
  [/\bi (?:live|am living) in\s+/iu, 'home'],
  [/\bi(?:'m| am) from\s+/iu, 'origin'],
  [/\bi work as (?:an? )?/iu, 'job'],
];
const value = new RegExp(`^([^.!?,;\\n]{1,80}?)${end}`, 'iu');
const age = /\bi(?:'m| am) (\d{1,3})(?: years old)?\b/iu;
const general = new RegExp(
  `\\b(?:my|our|the)\\s+([\\p{L}\\p{N}][\\p{L}\\p{N}' -]{0,40}?)\\s+(?:is|are|was|equals)\\s+(?:called\\s+)?([^.!?,;\\n]{1,80}?)${end}`,
  'giu',
);

const questions: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:what(?:'s| is| was)|tell me|say|remember|know|do you (?:still )?(?:know|remember)) my name\b|\bwho am i\b|\bwhat am i called\b/iu,
    'name',
  ],
  [
    /\bwie heiße ich\b|\bmein(?:en)? name\b.*\?|comment je m['’]appelle|cómo me llamo|come mi chiamo|qual é (?:o )?meu nome|hoe heet ik|как меня зовут/iu,
    'name',
  ],
  [/\bwhere do i live\b/iu, 'home'],
  [/\bwhere am i from\b/iu, 'origin'],
  [/\bhow old am i\b|\bwhat(?:'s| is) my age\b/iu, 'age'],
  [/\bwhat (?:is|do i do for) (?:my job|a living)\b/iu, 'job'],
];
const generalQuestion =
  /\b(?:what|which|who|tell me|remember|repeat)(?:'s| is| are| was)?(?: again)? (?:my|our|the) ([\p{L}\p{N}][\p{L}\p{N}' -]{0,40}?)(?: again)?(?: i (?:told|gave) you)?\s*(?:[?.!]|$)/iu;

const nameSentences: Readonly<Record<Language, string>> = {
  en: 'Your name is',
  de: 'Sie heißen',
  fr: 'Vous vous appelez',
  es: 'Te llamas',
  it: 'Ti chiami',
  pt: 'Seu nome é',
  nl: 'Je heet',
  ru: 'Вас зовут',
  ja: 'お名前：',
  zh: '您的名字是',
};
const sentences: Readonly<Record<string, string>> = {
  home: 'You live in',
  origin: 'You are from',
  age: 'Your age is',
  job: 'You work as',
};

/** Answers what the user said before: their name, home, age, and whatever `my …` or `the …` was said to be. */
export function memory(conversation: Conversation): Directed | undefined {
  const asked = windowOf(conversation.prompt);
  const earlier = [...conversation.instructions, ...conversation.said.slice(0, -1)];
  const known = questions.find(([question]) => question.test(asked))?.[1];
  const other = known === undefined ? generalQuestion.exec(asked)?.[1]?.toLowerCase() : undefined;
  const key = known ?? other;
  if (key === undefined) return undefined;
  const found = [...earlier, asked]
    .map((text) => facts(windowOf(text)).get(key))
    .findLast((each) => each !== undefined);
  if (found === undefined) return undefined;
  const beginning =
    key === 'name' ? nameSentences[answerLanguage(asked)] : (sentences[key] ?? `The ${key} is`);
  return { text: `${beginning} ${found}.`, exact: false };
}

/** What a text says of its writer and their things, by what it is. */
function facts(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const match of text.matchAll(general)) {
    const key = match[1]?.toLowerCase();
    if (key !== undefined && match[2] !== undefined && !isQuestion(text, match.index))
      found.set(key, match[2].trim());
  }
  for (const [saying, key] of sayings) {
    const match = saying.exec(text);
    if (match === null) continue;
    const said = value.exec(text.slice(match.index + match[0].length))?.[1];
    if (said !== undefined) found.set(key, said.trim());
  }
  const years = age.exec(text)?.[1];
  if (years !== undefined) found.set('age', years);
  return found;
}

/** Whether the words at an index stand in a question. */
function isQuestion(text: string, index: number): boolean {
  const after = /[.!?\n]/.exec(text.slice(index));
  return after?.[0] === '?';
}
