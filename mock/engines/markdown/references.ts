import { decodeHTML } from 'entities/decode';
import { byte, isAlphanumeric } from './bytes.ts';

/** A character reference in text, undone. */
export interface Reference {
  /** What it stands for. */
  readonly text: string;
  /** Where it ends. */
  readonly end: number;
}

const longest = 40;

/** The ones that most pages are full of; they need no table. */
const common: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
  ['&#x27;', "'"],
  ['&apos;', "'"],
  ['&nbsp;', '\u00a0'],
]);

/** The reference that starts with the `&` at `start`; undefined when it is just an ampersand. */
export function referenceAt(source: Uint8Array, start: number, limit: number): Reference | undefined {
  let end = start + 1;
  const most = Math.min(limit, start + longest);
  if (source[end] === byte.hash) end++;
  while (end < most && isAlphanumeric(source[end] ?? 0)) end++;
  if (end === start + 1) return undefined;
  if (end < limit && source[end] === byte.semicolon) end++;
  let written = '';
  for (let i = start; i < end; i++) written += String.fromCharCode(source[i] ?? 0);
  const text = common.get(written) ?? decodeHTML(written);
  return text === written ? undefined : { text, end };
}

/** Whether what follows an ampersand would make CommonMark take both for a reference. */
export function looksLikeReference(source: Uint8Array, start: number, limit: number): boolean {
  let at = start;
  if (source[at] === byte.hash) at++;
  const first = at;
  while (at < limit && at - first < 32 && isAlphanumeric(source[at] ?? 0)) at++;
  return at > first && at < limit && source[at] === byte.semicolon;
}
