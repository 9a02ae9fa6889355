import { decodeHTML } from 'entities/decode';
import { byte, isAlphanumeric } from './bytes.ts';

/** Names of frequent references, without `&` and `;`. */
const frequent: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  mdash: '\u2014',
  ndash: '\u2013',
  hellip: '\u2026',
  lsquo: '\u2018',
  rsquo: '\u2019',
  ldquo: '\u201c',
  rdquo: '\u201d',
  laquo: '\u00ab',
  raquo: '\u00bb',
  copy: '\u00a9',
  reg: '\u00ae',
  trade: '\u2122',
  bull: '\u2022',
  middot: '\u00b7',
  larr: '\u2190',
  rarr: '\u2192',
  times: '\u00d7',
  deg: '\u00b0',
  euro: '\u20ac',
  shy: '\u00ad',
  '#39': "'",
  '#x27': "'",
  '#34': '"',
  '#8217': '\u2019',
  '#160': '\u00a0',
};

const slots = 512;
const table: (readonly [name: string, text: string] | undefined)[] = new Array(slots).fill(undefined);
for (const entry of Object.entries(frequent)) {
  let slot = 0;
  for (const letter of entry[0]) slot = mixed(slot, letter.charCodeAt(0));
  while (table[slot & (slots - 1)] !== undefined) slot++;
  table[slot & (slots - 1)] = entry;
}

function mixed(hash: number, letter: number): number {
  return (hash * 31 + letter) & 0xffff;
}

/** The value of the reference whose name is from `start` to `end`, without making a string. */
export function frequentReference(source: Uint8Array, start: number, end: number): string | undefined {
  let slot = 0;
  for (let i = start; i < end; i++) slot = mixed(slot, source[i] as number);
  for (; ; slot++) {
    const entry = table[slot & (slots - 1)];
    if (entry === undefined) return undefined;
    const [name, text] = entry;
    if (name.length !== end - start) continue;
    let at = 0;
    while (at < name.length && source[start + at] === name.charCodeAt(at)) at++;
    if (at === name.length) return text;
  }
}

const longest = 40;

/** Decodes character references, one after another. */
export class References {
  /** End of the reference decoded last. */
  end = 0;

  /** The value of the reference that begins with the `&` at `start`; undefined for a mere ampersand. */
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

/** Whether CommonMark would read an ampersand with these following bytes as a reference. */
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
