/** Code points with a meaning in HTML or Markdown. */
export const byte = {
  tab: 9,
  newline: 10,
  space: 32,
  exclamation: 33,
  quote: 34,
  hash: 35,
  ampersand: 38,
  apostrophe: 39,
  openParenthesis: 40,
  closeParenthesis: 41,
  asterisk: 42,
  plus: 43,
  hyphen: 45,
  dot: 46,
  slash: 47,
  colon: 58,
  semicolon: 59,
  less: 60,
  equals: 61,
  greater: 62,
  question: 63,
  openBracket: 91,
  backslash: 92,
  closeBracket: 93,
  underscore: 95,
  backtick: 96,
  pipe: 124,
  tilde: 126,
} as const;

/** Whitespace of HTML: tab, line feed, form feed, carriage return, space. */
export function isSpace(value: number): boolean {
  return value === 32 || (value >= 9 && value <= 13 && value !== 11);
}

export function isLetter(value: number): boolean {
  const lower = value | 32;
  return lower >= 97 && lower <= 122;
}

export function isDigit(value: number): boolean {
  return value >= 48 && value <= 57;
}

export function isAlphanumeric(value: number): boolean {
  return isLetter(value) || isDigit(value);
}

const space = /\s/u;
const punctuation = /[\p{P}\p{S}]/u;

/**
 * Whether CommonMark treats a character as neither whitespace nor punctuation, so that an adjacent run of `*` may not
 * open or close emphasis (CommonMark, section 6.2).
 *
 * @param astral the result for a character above U+FFFF: readers that look at surrogates treat all of them as word
 * characters, others treat most as punctuation
 */
export function isWordCharacter(codePoint: number, astral: boolean): boolean {
  if (codePoint < 128) {
    const small = codePoint | 32;
    return (small >= 97 && small <= 122) || (codePoint >= 48 && codePoint <= 57);
  }
  if (codePoint > 0xffff) return astral;
  const character = String.fromCodePoint(codePoint);
  return !space.test(character) && !punctuation.test(character);
}

/** Whether CommonMark treats a character as whitespace. */
export function isSpaceCharacter(codePoint: number): boolean {
  if (codePoint < 128) return codePoint === 32 || (codePoint >= 9 && codePoint <= 13);
  return space.test(String.fromCodePoint(codePoint));
}

/** The character at `at` in well-formed UTF-8. */
export function codePointAt(source: Uint8Array, at: number): number {
  const first = source[at] ?? 0;
  if (first < 0x80) return first;
  const second = (source[at + 1] ?? 0) & 0x3f;
  if (first < 0xe0) return ((first & 0x1f) << 6) | second;
  const third = (source[at + 2] ?? 0) & 0x3f;
  if (first < 0xf0) return ((first & 0x0f) << 12) | (second << 6) | third;
  return ((first & 0x07) << 18) | (second << 12) | (third << 6) | ((source[at + 3] ?? 0) & 0x3f);
}

/** The character before `end` in well-formed UTF-8; a line feed if there is none. */
export function codePointBefore(source: Uint8Array, end: number): number {
  if (end === 0) return 10;
  let at = end - 1;
  while (at > 0 && ((source[at] ?? 0) & 0xc0) === 0x80) at--;
  return codePointAt(source, at);
}

/** Length of the well-formed UTF-8 sequence at `at`; 0 if it is not well-formed. */
export function sequenceLength(source: Uint8Array, at: number, end: number): number {
  const first = source[at] ?? 0;
  const length =
    first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (length === 0 || at + length > end) return 0;
  for (let i = 1; i < length; i++) if (((source[at + i] ?? 0) & 0xc0) !== 0x80) return 0;
  if (length < 3) return length;
  const second = source[at + 1] ?? 0;
  // Overlong forms, surrogates, and anything above U+10FFFF.
  if (first === 0xe0 && second < 0xa0) return 0;
  if (first === 0xed && second > 0x9f) return 0;
  if (first === 0xf0 && second < 0x90) return 0;
  if (first === 0xf4 && second > 0x8f) return 0;
  return length;
}
