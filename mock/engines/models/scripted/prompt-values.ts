import { toWords } from './words.ts';

/** Prompts are searched for values up to this length, in UTF-16 units. */
const searched = 4000;
const name = "\\p{Lu}[\\p{L}'’-]{1,40}(?: \\p{Lu}[\\p{L}'’-]{1,40}){0,3}";

/**
 * Places after a preposition in a prompt, in order.
 *
 * @example
 * placesIn('What is the weather in Lisbon and in Oslo?'); // ['Lisbon', 'Oslo']
 */
export function placesIn(prompt: string): string[] {
  const listed = new RegExp(
    `\\b(?:in|at|for|near|of|to|from|Describe|describe)\\s+(${name}(?:(?:,| and| or|, and)(?: in)? ${name})*)`,
    'gu',
  );
  const lists = [...prompt.slice(0, searched).matchAll(listed)].map(([, list = '']) => list);
  const places = lists
    .flatMap((list) => list.split(/(?:,| and| or)+(?: in)? /))
    .filter((place) => /^\p{Lu}/u.test(place));
  return [...new Set(places)];
}

/**
 * Texts of a prompt that fit a member with this name, likeliest first: the text after the name, places, addresses,
 * dates, quotes, or the prompt itself for questions and messages.
 */
export function textsFor(member: string, prompt: string, places?: readonly string[]): string[] {
  const text = prompt.slice(0, searched);
  const all = (pattern: RegExp) => text.match(pattern) ?? [];
  const words = toWords(member);
  const is = (...names: readonly string[]) => names.some((each) => words.includes(each));
  const found: string[] = [];
  if (words.length > 0) {
    const spelled = words.join('[\\s_-]?');
    const pattern = new RegExp(
      `\\b${spelled}\\b["']?(?:\\s*[:=]\\s*|\\s+(?:is|of|called|named)\\s+)(?:"([^"]+)"|([\\p{L}\\p{N}][^\\s,;.!?"]*))`,
      'iu',
    );
    const [, quoted, plain] = pattern.exec(text) ?? [];
    found.push(...[quoted, plain].filter((each) => each !== undefined));
  }
  if (is('name', 'person', 'user', 'author')) {
    const pattern = new RegExp(`\\b(?:named|called|name is|I am|I'm) (${name})`, 'gu');
    found.push(...[...text.matchAll(pattern)].map(([, who = '']) => who));
  }
  if (is('city', 'location', 'place', 'town', 'country', 'address', 'destination', 'region', 'name'))
    found.push(...(places ?? placesIn(text)));
  if (is('email', 'mail', 'to', 'recipient')) found.push(...all(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g));
  if (is('url', 'uri', 'link', 'website'))
    found.push(...all(/https?:\/\/[^\s<>"')]+/g).map((url) => url.replace(/[.,;:!?]+$/, '')));
  if (is('date', 'day', 'when', 'deadline'))
    found.push(...all(/\b\d{4}-\d{2}-\d{2}\b|\b(?:today|tomorrow|yesterday)\b/gi));
  found.push(...[...text.matchAll(/"([^"\n]{1,400})"|“([^”\n]{1,400})”/g)].map(([, a, b]) => a ?? b ?? ''));
  if (is('query', 'question', 'prompt', 'text', 'message', 'q', 'input', 'search')) found.push(text.trim());
  return found.filter((each) => each !== '');
}

/** Numbers of a prompt that fit a member with this name: the one next to the name, else in order. */
export function numbersFor(member: string, prompt: string): number[] {
  const text = prompt.slice(0, searched);
  const spelled = toWords(member).join('[\\s_-]?');
  const [, behind, before] =
    (spelled !== '' &&
      new RegExp(
        `\\b${spelled}\\b\\W{1,3}(?:(?:is|of|to) )?(-?\\d[\\d.]*)|(-?\\d[\\d.]*) ${spelled}\\b`,
        'i',
      ).exec(text)) ||
    [];
  const near = behind ?? before;
  return near === undefined ? [] : [Number(near.replace(/\.$/, ''))];
}

/** All numbers of a prompt, in order. */
export function numbersIn(prompt: string): number[] {
  return (prompt.slice(0, searched).match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
}
