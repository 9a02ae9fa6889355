import { clusterEnd } from './clusters.ts';

/**
 * Tokens as this backend counts them. They are pieces of the text, which together are the text again:
 *
 * - up to 7 letters of an alphabet, together with one space before them; longer words are several tokens
 * - up to 3 digits, with one space before them
 * - one character of Han, Kana, Hangul, an emoji or another sign, with one space before it
 * - a run of one punctuation character (up to 8 long), with one space before it
 * - a run of the spaces that are left over, or of line ends and tabs
 *
 * English comes out at about four characters a token, as with the tokenizers of real models. No token ends
 * inside a character as people see it, and any number of a text's first tokens, put together, count as that
 * many: so an answer can be cut to exactly as many tokens as were asked for.
 *
 * @returns the index after the token that begins at `start`
 */
function tokenEnd(text: string, start: number): number {
  const end = plainTokenEnd(text, start);
  return end === unknown ? anyTokenEnd(text, start) : end;
}

/** A number, as it stands for a place in a text: `undefined` among numbers takes twice as long to tell. */
const unknown = -1;

/**
 * The same for most tokens of most texts in much less time, and unknown for all others: what begins with one space or
 * none, and has nothing above U+02FF in it or behind it.
 */
function plainTokenEnd(text: string, start: number): number {
  const at = text.charCodeAt(start) === 0x20 ? start + 1 : start;
  const unit = text.charCodeAt(at);
  const kind = kindsBelow300[unit] ?? Kind.Break;
  if (kind === Kind.Space || kind === Kind.Break) return unknown;
  const last = at + (mostOfKind[kind] ?? 1);
  let end = at + 1;
  let next = text.charCodeAt(end);
  if (kind === Kind.Punctuation) while (end < last && next === unit) next = text.charCodeAt(++end);
  else while (end < last && kindsBelow300[next] === kind) next = text.charCodeAt(++end);
  return next >= 0x300 ? unknown : end;
}

function anyTokenEnd(text: string, start: number): number {
  let at = start;
  let kind = kindAt(text, at);
  if (kind === Kind.Break) {
    while (at < text.length && kindAt(text, at) === Kind.Break) at++;
    return at;
  }
  if (kind === Kind.Space) {
    while (at < text.length && text.charCodeAt(at) === 0x20) at++;
    if (at === text.length || kindAt(text, at) === Kind.Break) return at;
    if (at - start > 1) return at - 1;
    kind = kindAt(text, at);
  }
  if (kind === Kind.Punctuation) {
    const unit = text.charCodeAt(at);
    const last = Math.min(text.length, at + (mostOfKind[kind] ?? 1));
    let end = characterEnd(text, at);
    while (end < last && text.charCodeAt(end) === unit) end = characterEnd(text, end);
    return end;
  }
  const most = mostOfKind[kind] ?? 1;
  let end = characterEnd(text, at);
  for (let count = 1; count < most && end < text.length && kindAt(text, end) === kind; count++) {
    end = characterEnd(text, end);
  }
  return end;
}

/** What stands before another unit below U+0300 is a character by itself: most of most texts. */
function characterEnd(text: string, at: number): number {
  return text.charCodeAt(at) < 0x300 && !(text.charCodeAt(at + 1) >= 0x300) ? at + 1 : clusterEnd(text, at);
}

const Kind = { Space: 0, Break: 1, Letter: 2, Digit: 3, Punctuation: 4, Single: 5 } as const;
type Kind = (typeof Kind)[keyof typeof Kind];

/** Characters that a token has at most, by their kind; spaces and breaks have ways of their own. */
const mostOfKind = [0, 0, 7, 3, 8, 1];

/** Kinds of what stands below U+0300, by unit: looked up for nearly every character of nearly every text. */
const kindsBelow300 = Uint8Array.from({ length: 0x300 }, (_, unit): Kind => {
  if (unit === 0x20) return Kind.Space;
  if (unit < 0x20) return Kind.Break;
  if (unit >= 0x30 && unit <= 0x39) return Kind.Digit;
  if ((unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a) || unit >= 0xc0) return Kind.Letter;
  if (unit === 0xaa || unit === 0xb5 || unit === 0xba) return Kind.Letter;
  return unit < 0x80 ? Kind.Punctuation : Kind.Single;
});

function kindAt(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  if (unit < 0x300) return kindsBelow300[unit] ?? Kind.Single;
  // Greek to Tifinagh: the alphabets; General Punctuation and above: one by one.
  return unit < 0x1100 || (unit > 0x11ff && unit < 0x2000) ? Kind.Letter : Kind.Single;
}

/**
 * The tokens of a text, in order.
 *
 * @example
 * splitTokens('Hello, wonderful world'); // ['Hello', ',', ' wonderf', 'ul', ' world']
 */
export function splitTokens(text: string): string[] {
  const tokens: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = tokenEnd(text, start);
    tokens.push(text.slice(start, end));
    start = end;
  }
  return tokens;
}

/**
 * How many tokens a text has.
 *
 * @example
 * countTokens('Hello, wonderful world'); // 5
 */
export function countTokens(text: string): number {
  let count = 0;
  for (let start = 0; start < text.length; count++) start = tokenEnd(text, start);
  return count;
}

/**
 * The first tokens of a text.
 *
 * @param most no fewer than 0
 * @example
 * firstTokens('Hello, wonderful world', 3); // 'Hello, wonderf'
 */
export function firstTokens(text: string, most: number): string {
  return takeTokens(text, most).text;
}

/** The first tokens of a text, and how many they are. */
export function takeTokens(text: string, most: number): { readonly text: string; readonly count: number } {
  let end = 0;
  let count = 0;
  for (; count < most && end < text.length; count++) end = tokenEnd(text, end);
  return { text: text.slice(0, end), count };
}
