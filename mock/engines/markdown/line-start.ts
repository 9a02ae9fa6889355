import { byte, isDigit, isSpace } from './bytes.ts';

/**
 * Where a backslash is needed for a line not to begin a block, counted from `at`; -1 for nowhere.
 *
 * @param inParagraph whether a line of the same paragraph stands above, which the line could make a heading
 *   or the head of a table
 */
export function lineStartEscape(source: Uint8Array, at: number, end: number, inParagraph: boolean): number {
  const c = source[at] ?? 0;
  const ends = (i: number) => i >= end || isSpace(source[i] ?? 0);
  switch (c) {
    case byte.greater:
      return 0;
    case byte.plus:
      return ends(at + 1) ? 0 : -1;
    case byte.hash: {
      let i = at;
      while (i < end && source[i] === byte.hash) i++;
      return i - at <= 6 && ends(i) ? 0 : -1;
    }
    case byte.hyphen: {
      let i = at;
      while (i < end && (source[i] === byte.hyphen || isSpace(source[i] ?? 0))) i++;
      return i === end || ends(at + 1) || (inParagraph && isTableRule(source[i] ?? 0)) ? 0 : -1;
    }
    case byte.equals:
      return inParagraph ? 0 : -1;
    case byte.colon:
    case byte.pipe:
      return inParagraph && isTableRule(source[at + 1] ?? 0) ? 0 : -1;
    default: {
      if (!isDigit(c)) return -1;
      let i = at;
      while (i < end && i - at < 10 && isDigit(source[i] ?? 0)) i++;
      const mark = source[i];
      if (i - at > 9 || i >= end || !endsNumber(mark ?? 0)) return -1;
      return ends(i + 1) ? i - at : -1;
    }
  }
}

export function endsNumber(c: number): boolean {
  return c === byte.dot || c === byte.closeParenthesis;
}

/** Whether the text is nothing but the number that an item of a list could begin with. */
export function isNumber(source: Uint8Array, start: number, end: number): boolean {
  if (end - start > 9) return false;
  for (let i = start; i < end; i++) if (!isDigit(source[i] as number)) return false;
  return true;
}

/** Whether a line with this character after its first ones can be the rule of a table. */
function isTableRule(c: number): boolean {
  return c === byte.hyphen || c === byte.colon || c === byte.pipe || isSpace(c);
}
