export interface Token {
  /** The word in the form words are compared in. */
  readonly word: string;
  /** Offsets of UTF-16 units in the text. */
  readonly start: number;
  readonly end: number;
}

/**
 * A run of letters, marks and digits, with invisible format characters and apostrophes inside. In scripts that
 * are written without spaces every letter is a word, so that a word is found in the middle of a line.
 */
const scriptsWithoutSpaces = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`;
const wordPattern = new RegExp(
  String.raw`${scriptsWithoutSpaces}\p{M}*|[[\p{L}\p{N}\p{M}\p{Cf}'’]--${scriptsWithoutSpaces}]+`,
  'gv',
);

/**
 * The words of a text: compatibility forms (full width, ligatures) and case made one, and invisible characters
 * left out, so that `bo\u00adMB` and `ＢＯＭＢ` are both `bomb`.
 *
 * @example
 * tokenize('A Bomb!').map(({ word }) => word); // ['a', 'bomb']
 */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(wordPattern)) {
    const word = match[0]
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\p{Cf}'’]/gu, '');
    if (word !== '') tokens.push({ word, start: match.index, end: match.index + match[0].length });
  }
  return tokens;
}
