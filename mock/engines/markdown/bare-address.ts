import { byte, isAlphanumeric, isSpace } from './bytes.ts';

/** How far back the start of an address is looked for. */
const addressBytes = 128;

/** Whether an underscore stands between letters of a bare address, where GFM would take a backslash into it. */
export function isInAddress(source: Uint8Array, at: number, end: number, start: number): boolean {
  if (at + 1 >= end || at === start) return false;
  if (!isAlphanumeric(source[at + 1] as number) || !isAlphanumeric(source[at - 1] as number)) return false;
  const first = Math.max(start, at - addressBytes);
  for (let i = at - 1; i > first + 1; i--) {
    const c = source[i] as number; // Within bounds.
    if (isSpace(c)) return startsWeb(source, i + 1);
    if (c === byte.slash && source[i - 1] === byte.slash && source[i - 2] === byte.colon) return true;
  }
  return startsWeb(source, first);
}

/** Whether `www.` stands at `start`. */
function startsWeb(source: Uint8Array, start: number): boolean {
  for (let i = 0; i < 3; i++) if (((source[start + i] ?? 0) | 32) !== 119) return false;
  return source[start + 3] === byte.dot;
}
