/** Names of references that many pages are full of, without their `&` and `;`. */
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

/** What a reference stands for whose name stands from `start` to `end`, found without making a string of it. */
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
