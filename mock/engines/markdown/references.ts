import { decodeHTML } from 'entities/decode';
import { byte, isAlphanumeric } from './bytes.ts';
import { frequentReference } from './frequent-references.ts';

const longest = 40;

/** Reads character references, one after another. */
export class References {
  /** Where the one that was read last ends. */
  end = 0;

  /** What the reference that starts with the `&` at `start` stands for; undefined when it is just an ampersand. */
  read(source: Uint8Array, start: number, limit: number): string | undefined {
    let end = start + 1;
    const most = Math.min(limit, start + longest);
    if (source[end] === byte.hash) end++;
    while (end < most && isAlphanumeric(source[end] as number)) end++;
    if (end === start + 1) return undefined;
    if (end < limit && source[end] === byte.semicolon) {
      this.end = end + 1;
      const text = frequentReference(source, start + 1, end);
      if (text !== undefined) return text;
      end++;
    }
    this.end = end;
    let written = '';
    for (let i = start; i < end; i++) written += String.fromCharCode(source[i] as number);
    const text = decodeHTML(written);
    return text === written ? undefined : text;
  }
}

/** Whether what follows an ampersand would make CommonMark take both for a reference. */
export function looksLikeReference(source: Uint8Array, start: number, limit: number): boolean {
  let at = start;
  if (source[at] === byte.hash) at++;
  const most = Math.min(limit, start + longest);
  while (at < most && isAlphanumeric(source[at] as number)) at++;
  if (at === start || at >= limit || source[at] !== byte.semicolon) return false;
  let written = '&';
  for (let i = start; i <= at; i++) written += String.fromCharCode(source[i] as number);
  return decodeHTML(written) !== written;
}
