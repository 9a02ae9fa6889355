import type { Conversation } from './conversation.ts';
import { findSum } from './directives/arithmetic.ts';
import { readJsonIn } from './json-in-text.ts';
import { answerLanguage } from './language.ts';
import { namedValue, placesNamed, spelledItems } from './named-value.ts';
import { phrases, put } from './phrases.ts';
import { placeKind } from './place-kind.ts';
import type { Random } from './random.ts';
import type { Hints, Place } from './schema/place.ts';
import { type Subject, shorten, subjectOf } from './subject.ts';
import { windowOf } from './window.ts';
import { wordBank } from './word-bank.ts';
import { identifierWords, stem } from './words.ts';

/**
 * Reads from a conversation what belongs in the parts of a value: `in Paris` for `city`, `3 days` for `days`,
 * `email: a@b.c`, what tools answered under the same name.
 */
export function createPromptHints(conversation: Conversation, random: Random): Hints {
  const prompt = windowOf(conversation.prompt);
  const earlier = conversation.said.slice(-4, -1).map(windowOf);
  const texts = [prompt, ...conversation.results.map(({ text }) => windowOf(text)), ...earlier.reverse()];
  const objects = texts.flatMap(readJsonIn);
  const subject = subjectOf(conversation.prompt);
  const usedNumbers = new Set<number>();
  const lower = texts.map((text) => text.toLowerCase());
  return {
    known: ({ name }) => (name === '' ? [] : objects.flatMap((object) => valuesNamed(object, name))),
    texts: (place) => textsFor(place, prompt, texts, conversation),
    numbers: (place) => {
      const words = placeWords(place);
      const near = texts.flatMap((text) => numbersNear(text, words));
      const free = allNumbers(prompt).filter((number) => !usedNumbers.has(number));
      const sum = findSum(prompt);
      const result =
        sum !== undefined && /^(?:result|answer|sum|total|value|product)$/i.test(place.name)
          ? [Number(sum.result)]
          : [];
      const found = [...result.filter(Number.isFinite), ...near, ...free];
      if (found[0] !== undefined) usedNumbers.add(found[0]);
      return found;
    },
    items: (place) => {
      if (place.name === '') return [];
      const people =
        placeKind(place) === 'person' ? placesNamed(prompt, 'with|between|among|invite|for|to') : [];
      return [...spelledItems(prompt, placeWords(place)), ...people];
    },
    flag: (place) => flagFor(prompt, identifierWords(place.name)),
    mention: (value) => mentionIn(lower, value),
    invent: (place) => invent(place, subject, prompt, random),
  };
}

/** Values under a name anywhere in a JSON value, however the name's words are joined. */
function valuesNamed(value: unknown, name: string, depth = 0): unknown[] {
  if (typeof value !== 'object' || value === null || depth > 8) return [];
  const key = identifierWords(name).join(' ');
  return Object.entries(value).flatMap(([each, part]) => [
    ...(!Array.isArray(value) && identifierWords(each).join(' ') === key && !isTemplate(part) ? [part] : []),
    ...valuesNamed(part, name, depth + 1),
  ]);
}

/** Whether a value only shows what shall stand there, as in `{"city": "string"}`. */
function isTemplate(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    /^(?:string|number|integer|boolean|array|object|null|\.{3}|…|<.*>|\{.*\}|)$/.test(value)
  );
}

/** Words that say what a place is for: of its name, then of its description. */
function placeWords(place: Place): string[] {
  return identifierWords(place.name).filter(
    (word) => !/^(?:the|a|of|is|id|user|new|my|num|number|count)$/.test(word),
  );
}

function textsFor(
  place: Place,
  prompt: string,
  texts: readonly string[],
  conversation: Conversation,
): string[] {
  const name = identifierWords(place.name).join(' ');
  const words = placeWords(place);
  const found =
    name === ''
      ? []
      : texts.flatMap((text) => [
          ...namedValue(text, name),
          ...words.flatMap((word) => namedValue(text, word)),
        ]);
  switch (placeKind(place)) {
    case 'place':
      found.push(
        ...texts.flatMap((text) => placesNamed(text, 'in|at|for|near|to|from|of|around|within|über|für')),
      );
      break;
    case 'origin':
      found.push(
        ...matches(prompt, /\b[A-Z]{3}(?=\s+(?:to|in|into)\s+[A-Z]{3}\b)/g),
        ...placesNamed(prompt, 'from|leaving|departing'),
      );
      break;
    case 'destination':
      found.push(...emailsIn(prompt), ...placesNamed(prompt, 'to|into|towards'));
      break;
    case 'expression':
      found.push(...expressionsIn(prompt));
      break;
    case 'query':
      found.push(...queriesIn(prompt, conversation.prompt));
      break;
    case 'date':
      found.push(
        ...matches(
          prompt,
          /\b\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?|\b(?:today|tomorrow|yesterday|next week|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b/gi,
        ),
      );
      break;
    case 'email':
      found.push(...emailsIn(prompt));
      break;
    case 'url':
      found.push(
        ...matches(prompt, /https?:\/\/[^\s<>"'）)]{1,2000}/g).map((url) => url.replace(/[.,;:!?]+$/, '')),
      );
      break;
    case 'person':
      found.push(...peopleIn(texts));
      break;
    case 'path':
      found.push(
        ...matches(
          prompt,
          /(?:\.{0,2}\/)?[\w.-]{1,80}(?:\/[\w.-]{1,80}){1,20}|\/[\w.-]{1,80}|\b[\w-]{1,80}\.[a-z]\w{0,5}\b/g,
        ),
      );
      break;
    case 'code':
      found.push(...matches(prompt, /\b[A-Z][A-Z0-9.]{1,7}\b/g));
      break;
    case 'task':
      found.push(
        ...quotedIn(prompt),
        ...tasksIn(prompt),
        ...matches(
          prompt,
          /(?<=\b(?:called|named|titled|entitled) )\p{Lu}[\p{L}\p{N}'’-]{0,40}(?: \p{Lu}[\p{L}\p{N}'’-]{0,40}){0,4}/gu,
        ),
      );
      break;
    case 'identifier':
      found.push(...matches(prompt, /\b[\w-]{0,40}\d[\w-]{0,40}\b/g));
      break;
    case 'text':
      found.push(...saidIn(prompt), ...quotedIn(prompt));
      break;
    case 'other':
      found.push(...quotedIn(prompt), ...matches(prompt, /(?<=\b(?:in|at|for|of) the )\p{Ll}{3,40}/gu));
  }
  return [...new Set(found)];
}

function matches(text: string, pattern: RegExp): string[] {
  return text.match(pattern) ?? [];
}

function quotedIn(text: string): string[] {
  return [
    ...text.matchAll(/"([^"\n]{1,400})"|“([^”\n]{1,400})”|«([^»\n]{1,400})»|`([^`\n]{1,400})`/g),
  ].flatMap((match) => match.slice(1).filter((group) => group !== undefined));
}

function emailsIn(text: string): string[] {
  return matches(text, /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/g);
}

/** What is to be done: `a todo to buy milk`, `Remind me to call Eve`. */
function tasksIn(text: string): string[] {
  return matches(
    text,
    /(?<=\b(?:todo|task|reminder|remind me)(?: item)?:? (?:to |for |about |called |named )?)(?!to\b|for\b|about\b|called\b|named\b)[^\s.?!\n][^.?!\n]{1,200}/gi,
  );
}

/** What someone is to be told: `saying …`, `telling her …`. */
function saidIn(text: string): string[] {
  return matches(text, /(?<=\b(?:saying|that says|telling (?:him|her|them|me|us)):?\s)[^\n]{1,400}/gi);
}

function expressionsIn(text: string): string[] {
  const spelled = matches(
    text,
    /[-(]{0,3}\d[\d.]{0,20}(?:\s*[-+*/×÷^%]\s*[-(]{0,3}\d[\d.]{0,20}\)?){1,40}/g,
  ).map((each) => each.trim());
  const sum = findSum(text);
  const operator = sum?.operator === '×' ? '*' : sum?.operator === '÷' ? '/' : sum?.operator;
  return sum === undefined ? spelled : [...spelled, `${sum.left} ${operator} ${sum.right}`];
}

function queriesIn(text: string, whole: string): string[] {
  const asked =
    /\b(?:search(?: the (?:web|internet|docs|documentation))?(?: for)?|look up|find(?: me)?|google)\s+((?:[^.?!\n]|\.(?=\S)){2,200})/i.exec(
      text,
    )?.[1];
  return [
    ...quotedIn(text),
    ...(asked === undefined ? [] : [asked.trim()]),
    shorten(subjectOf(whole).quote, 400),
  ];
}

function peopleIn(texts: readonly string[]): string[] {
  const name = "(\\p{Lu}[\\p{L}'’-]{1,40}(?: \\p{Lu}[\\p{L}'’-]{1,40}){0,3})";
  const told = new RegExp(
    `\\b(?:[Nn]amed?(?: is)?|[Cc]alled|I am|I'm|[Uu]ser|[Ww]ith|[Ff]or|[Tt]o|[Bb]y|[Ff]rom|[Mm]r\\.?|[Mm]rs\\.?|[Dd]r\\.?)\\s+${name}`,
    'gu',
  );
  const subject = new RegExp(`(?:^|[.!?:\\n]\\s*)${name},? (?:is|was|has|lives|works|\\d)`, 'gu');
  return texts.flatMap((text) =>
    [...text.matchAll(told), ...text.matchAll(subject)].flatMap((match) => match[1] ?? []),
  );
}

const number = /-?\d[\d,]{0,30}(?:\.\d{1,20})?/g;

function toNumber(text: string): number {
  return Number(text.replaceAll(',', ''));
}

function allNumbers(text: string): number[] {
  return matches(text, number).map(toNumber).filter(Number.isFinite);
}

/** Numbers that stand beside one of the words: `3 days`, `age: 42`, `aged 42`. */
function numbersNear(text: string, words: readonly string[]): number[] {
  const stems = words.map(stem).filter((each) => each.length > 1);
  if (stems.includes('age')) stems.push('old', 'year');
  if (stems.length === 0) return [];
  const before: number[] = [];
  const after: number[] = [];
  for (const match of text.matchAll(number)) {
    const ahead = /^[\s-]*°?([\p{L}]+)(?:[\s-]+([\p{L}]+))?/u.exec(
      text.slice(match.index + match[0].length, match.index + match[0].length + 60),
    );
    const behind = /([\p{L}]+)[\s"'_]*(?:\s(?:is|of|to|at|be|was|are)\b|[:=])?\s*["'$€£]?$/u.exec(
      text.slice(Math.max(0, match.index - 60), match.index),
    );
    const value = toNumber(match[0]);
    if (behind?.[1] !== undefined && stems.includes(stem(behind[1]))) before.push(value);
    if ([ahead?.[1], ahead?.[2]].some((word) => word !== undefined && stems.includes(stem(word))))
      after.push(value);
  }
  return [...before, ...after].filter(Number.isFinite);
}

function flagFor(prompt: string, words: readonly string[]): boolean | undefined {
  const telling = words.filter(
    (word) => !/^(?:is|has|should|can|include|enable|use|with|allow|want)$/.test(word),
  );
  const word = telling.at(-1);
  if (word === undefined || word.length < 2) return undefined;
  const spelled = word.replace(/[^\p{L}\p{N}]/gu, '');
  const match = new RegExp(
    `(\\b(?:no|not|non|without|never|don't|doesn't|isn't|exclude|disable)\\b[\\s-]+(?:\\w+\\s+){0,2})?\\b${spelled}(?:\\s*[:=]\\s*(true|false|yes|no))?`,
    'iu',
  ).exec(prompt);
  if (match === null) return undefined;
  if (match[2] !== undefined) return /^(?:true|yes)$/i.test(match[2]);
  return match[1] === undefined;
}

/** Where a value is named, as a whole word; later texts come after all earlier ones. */
function mentionIn(texts: readonly string[], value: string): number | undefined {
  const wanted = value.toLowerCase().replaceAll('_', ' ').trim();
  if (wanted === '' || wanted.length > 200) return undefined;
  for (const [order, text] of texts.entries()) {
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
      const around = `${text[at - 1] ?? ' '}${text[at + wanted.length] ?? ' '}`;
      if (!/[\p{L}\p{N}]/u.test(around)) return order * 10_000 + at;
    }
  }
  return undefined;
}

function invent(place: Place, subject: Subject, prompt: string, random: Random): string {
  const word = random.pick(wordBank);
  const topic = random.pick(subject.topics.length > 0 ? subject.topics : wordBank);
  const kind = placeKind(place);
  if (kind === 'text') {
    const set = phrases[answerLanguage(prompt)];
    const opening =
      subject.quote === '' ? set.nothing : put(random.pick(set.openings), '{q}', shorten(subject.quote, 120));
    const sentence = `${put(random.pick(set.beginnings), '{k}', topic)}${set.between}${random.pick(set.ends)}`;
    return `${opening} ${sentence} (${random.hex(8)})`;
  }
  const capital = word.charAt(0).toUpperCase() + word.slice(1);
  if (place.name === 'name' || place.name === 'title') return `${capital} ${topic}`;
  if (kind === 'person' || kind === 'place' || kind === 'origin' || kind === 'destination') return capital;
  return place.name === '' ? `${topic} ${word}` : `${word} ${topic}`;
}
