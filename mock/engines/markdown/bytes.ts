/** Code points that markup and Markdown are made of. */
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
