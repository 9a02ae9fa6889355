/** The conversion's treatment of an element; for elements that are not listed, their tags are ignored. */
export const kinds = {
  /** No markup of its own, but a separate line: `div`, `section`. */
  block: 1,
  paragraph: 2,
  heading: 3,
  list: 4,
  item: 5,
  quote: 6,
  preformatted: 7,
  rule: 8,
  table: 9,
  /** `thead`, `tbody`, `tfoot`. */
  rowGroup: 10,
  row: 11,
  cell: 12,
  caption: 13,
  /** `details`: kept as HTML, on lines of its own. */
  kept: 14,
  summary: 15,
  /** `dl` */
  terms: 16,
  /** `dt`, `dd` and `address`: kept as HTML around their text. */
  term: 17,
  figcaption: 18,
  /** Emphasis and similar: marks around inline text. */
  mark: 19,
  code: 20,
  link: 21,
  image: 22,
  lineBreak: 23,
  /** Omitted with its content. */
  stripped: 24,
  head: 25,
  /** `script`, `style`, `textarea`, `title` */
  text: 26,
  meta: 27,
  /** On lines of its own in a `pre`. */
  button: 28,
  /** `option` and similar: separate words. */
  word: 29,
  /** `html` and `body` */
  root: 30,
  /** `svg` and `math`, which have other parsing rules in HTML. */
  foreign: 31,
  input: 32,
} as const;

export type Kind = (typeof kinds)[keyof typeof kinds];

export interface Element {
  readonly name: string;
  readonly kind: Kind;
  /** Whether its start tag ends an open `p` (HTML, section 13.2.6.4.7). */
  readonly endsParagraph: boolean;
  /** Whether it is never open: it has no end tag, or the converter does not need it. */
  readonly isVoid: boolean;
  /** Whether end tags within it can't close elements around it. */
  readonly isScope: boolean;
  /** Whether its content is raw text up to its end tag. */
  readonly isRaw: boolean;
  /** Position in the table, from 0. */
  readonly index: number;
  /** The marks before and after its text. */
  readonly open: string;
  readonly close: string;
}

interface Shape {
  readonly kind: Kind;
  readonly endsParagraph?: boolean;
  readonly isVoid?: boolean;
  readonly isScope?: boolean;
  readonly isRaw?: boolean;
  readonly open?: string;
  readonly close?: string;
}

const blocks =
  'article aside center dialog div fieldset figure form hgroup legend main optgroup search section';
const stripped = 'header footer nav noscript iframe template noembed noframes datalist defs desc metadata';
const html = (name: string): Shape => ({ kind: kinds.mark, open: `<${name}>`, close: `</${name}>` });
const marks = (delimiter: string): Shape => ({ kind: kinds.mark, open: delimiter, close: delimiter });

const shapes: Readonly<Record<string, Shape>> = {
  ...each(blocks, () => ({ kind: kinds.block, endsParagraph: true })),
  ...each('html body', () => ({ kind: kinds.root })),
  ...each(stripped, (name) => ({
    kind: kinds.stripped,
    endsParagraph: /^(?:header|footer|nav)$/.test(name),
    isRaw: /^no|^iframe$/.test(name),
    isScope: name === 'template',
  })),
  ...each('script style textarea title', () => ({ kind: kinds.text, isRaw: true })),
  head: { kind: kinds.head },
  meta: { kind: kinds.meta, isVoid: true },
  p: { kind: kinds.paragraph, endsParagraph: true },
  ...each('h1 h2 h3 h4 h5 h6', (name) => ({
    kind: kinds.heading,
    endsParagraph: true,
    open: `${'#'.repeat(Number(name.slice(1)))} `,
  })),
  ...each('ul ol menu dir', () => ({ kind: kinds.list, endsParagraph: true })),
  li: { kind: kinds.item, endsParagraph: true },
  blockquote: { kind: kinds.quote, endsParagraph: true },
  ...each('pre listing xmp', () => ({ kind: kinds.preformatted, endsParagraph: true })),
  hr: { kind: kinds.rule, endsParagraph: true, isVoid: true },
  table: { kind: kinds.table, endsParagraph: true, isScope: true },
  ...each('thead tbody tfoot', () => ({ kind: kinds.rowGroup })),
  tr: { kind: kinds.row },
  ...each('td th', () => ({ kind: kinds.cell, isScope: true })),
  caption: { kind: kinds.caption, isScope: true },
  details: { kind: kinds.kept, endsParagraph: true, open: '<details>', close: '</details>' },
  summary: { kind: kinds.summary, endsParagraph: true, open: '<summary>', close: '</summary>' },
  dl: { kind: kinds.terms, endsParagraph: true, open: '<dl>', close: '</dl>' },
  ...each('dt dd address', (name) => ({
    kind: kinds.term,
    endsParagraph: true,
    open: `<${name}>`,
    close: `</${name}>`,
  })),
  figcaption: { kind: kinds.figcaption, endsParagraph: true },
  ...each('em i cite', () => marks('*')),
  ...each('strong b dfn', () => marks('**')),
  ...each('del s strike', () => marks('~~')),
  q: marks('"'),
  ...each('sup sub mark u ins', html),
  ...each('code kbd samp var', () => ({ kind: kinds.code })),
  a: { kind: kinds.link },
  ...each('img image', () => ({ kind: kinds.image, isVoid: true })),
  input: { kind: kinds.input, isVoid: true },
  br: { kind: kinds.lineBreak, isVoid: true },
  ...each('option select object video audio canvas', () => ({ kind: kinds.word })),
  button: { kind: kinds.button },
  ...each('svg math', () => ({ kind: kinds.foreign })),
};

function each(names: string, shape: (name: string) => Shape): Record<string, Shape> {
  return Object.fromEntries(names.split(' ').map((name) => [name, shape(name)]));
}

/** Every element with an effect, in a fixed order. */
export const elements: readonly Element[] = Object.entries(shapes).map(([name, shape], index) => ({
  name,
  index,
  endsParagraph: false,
  isVoid: false,
  isScope: false,
  isRaw: false,
  open: '',
  close: '',
  ...shape,
}));

/** The element of a name with an effect. @throws TypeError for any other name */
export function elementCalled(name: string): Element {
  const element = elements.find((candidate) => candidate.name === name);
  if (element === undefined) throw new TypeError(`${name} has no effect`);
  return element;
}

/** Whether an element stays open until its end tag, or until another tag implies it. */
export function hasEnd({ kind, isVoid }: Element): boolean {
  return !isVoid && !endless.has(kind);
}

const endless: ReadonlySet<Kind> = new Set([
  kinds.mark,
  kinds.code,
  kinds.link,
  kinds.button,
  kinds.word,
  kinds.root,
  kinds.foreign,
  kinds.text,
]);

const longest = Math.max(...elements.map(({ name }) => name.length));
const slots = 1024;
const table: (Element | undefined)[] = new Array(slots).fill(undefined);
for (const element of elements) {
  let slot = 0;
  for (const letter of element.name) slot = mixed(slot, letter.charCodeAt(0));
  while (table[slot & (slots - 1)] !== undefined) slot++;
  table[slot & (slots - 1)] = element;
}

function mixed(hash: number, letter: number): number {
  return Math.imul(hash, 37) + letter;
}

/**
 * The element that a tag in `source` from `start` to `end` names, case-insensitive; undefined for one without effect.
 */
export function elementNamed(source: Uint8Array, start: number, end: number): Element | undefined {
  const length = end - start;
  if (length > longest) return undefined;
  let slot = 0;
  // Element names are letters and digits; setting bit 32 lower-cases letters and keeps digits.
  for (let i = start; i < end; i++) slot = mixed(slot, (source[i] ?? 0) | 32);
  for (; ; slot++) {
    const element = table[slot & (slots - 1)];
    if (element === undefined) return undefined;
    const { name } = element;
    if (name.length !== length) continue;
    let at = 0;
    while (at < length && ((source[start + at] ?? 0) | 32) === name.charCodeAt(at)) at++;
    if (at === length) return element;
  }
}
