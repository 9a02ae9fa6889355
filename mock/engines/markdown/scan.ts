/** Finds boundaries in the bytes of a page, for the tokenizer. */
import { byte, isLetter, isSpace } from './bytes.ts';

/** Approximate size of reported pieces of text, which are split at the same positions however the page is chunked. */
export const pieceBytes = 8192;
/** Maximum length of a reference. */
export const referenceBytes = 40;

/** Like `indexOf` of the array, without the cost of its call for near matches. */
export function indexOf(source: Uint8Array, value: number, start: number): number {
  const near = Math.min(source.length, start + 64);
  for (let i = start; i < near; i++) if (source[i] === value) return i;
  return near === source.length ? -1 : source.indexOf(value, near);
}

/** Finds the `>` of a tag whose name begins at `start`. @returns -1 if it is missing */
export function wholeTagEnd(source: Uint8Array, start: number): number {
  const { length } = source;
  let at = start;
  while (at < length && !endsName(source[at] as number)) at++;
  while (at < length) {
    const c = source[at] as number; // Within bounds.
    if (c === byte.greater) return at;
    at++;
    if (c === byte.slash || isSpace(c)) continue;
    while (at < length && source[at] !== byte.equals && !endsName(source[at] as number)) at++;
    while (at < length && isSpace(source[at] as number)) at++;
    if (source[at] !== byte.equals) continue;
    at++;
    while (at < length && isSpace(source[at] as number)) at++;
    const mark = source[at] ?? 0;
    if (mark === byte.quote || mark === byte.apostrophe) {
      at = indexOf(source, mark, at + 1) + 1;
      if (at === 0) return -1;
    } else {
      while (at < length && source[at] !== byte.greater && !isSpace(source[at] as number)) at++;
    }
  }
  return -1;
}

/** Whether a tag's name ends before this byte. */
export function endsName(c: number): boolean {
  return c === byte.greater || c === byte.slash || isSpace(c);
}

export function opensMarkup(next: number): boolean {
  return isLetter(next) || next === byte.slash || next === byte.exclamation || next === byte.question;
}

/** Position of the next `<` or `>`; -1 if there is none. */
export function nextAngle(source: Uint8Array, start: number): number {
  for (let at = start; at < source.length; at++) {
    if (source[at] === byte.less || source[at] === byte.greater) return at;
  }
  return -1;
}

/** Whether this tag name, and not a longer one, is at `start`. */
export function isTagOf(name: string, source: Uint8Array, start: number, isTag: boolean): boolean {
  if (!isTag) return false;
  for (let i = 0; i < name.length; i++) {
    if (((source[start + i] ?? 0) | 32) !== name.charCodeAt(i)) return false;
  }
  const after = source[start + name.length] ?? 0;
  return after === byte.greater || after === byte.slash || isSpace(after);
}

/** Where to split a long text: after its last space within a piece, or else between two characters. */
export function textCut(source: Uint8Array, start: number): number {
  let cut = start + pieceBytes;
  while (cut > start && !isSpace(source[cut - 1] ?? 0)) cut--;
  if (cut > start) return cut;
  cut = start + pieceBytes;
  const reference = source.lastIndexOf(byte.ampersand, cut);
  if (reference > start && cut - reference < referenceBytes) return reference;
  while (((source[cut] ?? 0) & 0xc0) === 0x80 && cut > start + 1) cut--;
  return cut;
}
