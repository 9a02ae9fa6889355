import { markdownLimits } from '../../../spec/engine-limits.ts';
import { byte, isDigit, isSpace } from './bytes.ts';
import type { Output } from './output.ts';

/** The kind of a block; it determines which blocks may be adjacent without a blank line. */
export type Block =
  | 'paragraph'
  | 'heading'
  | 'code'
  | 'rule'
  | 'table'
  | 'html'
  | 'terms'
  | 'quote'
  | 'bullets'
  | 'numbers';

/** An open list. */
export interface List {
  readonly ordered: boolean;
  /** Number of the next item. */
  next: number;
  /** Whether blank lines separate its items, since some item has paragraphs. */
  loose: boolean;
  /** Whether it has no item yet. */
  empty: boolean;
  /** Whether it uses the alternative markers, since it directly follows a list of its kind. */
  other: boolean;
}

/** A list item or a block quote, which indents or prefixes its lines. */
interface Container {
  /** Prefix of its first line. */
  readonly marker: string;
  /** Prefix of its other lines. */
  readonly indent: string;
  /** An item's list. */
  readonly list: List | undefined;
  /** Whether an item is the first of its list. */
  readonly first: boolean;
  /** Prefix of lines in it and all containers around it, and prefix of blank lines. */
  readonly prefix: string;
  readonly blank: string;
  /** Whether its first line was written. */
  started: boolean;
}

const bulletIndent = '  ';

/**
 * Arranges blocks in lines: separators between blocks, and line prefixes. A block is written lazily, with its first
 * content.
 */
export class Layout {
  readonly #output: Output;
  readonly #onFirst: () => void;
  readonly containers: Container[] = [];
  /** The previous block, at the level of the next one. */
  #before: Block | undefined;
  /** Whether that is a list with the alternative markers. */
  #beforeOther = false;
  #begun = false;
  /** Prefix of lines in all containers, and of blank lines. */
  #prefix = '';
  #blank = '';
  /** The open block. */
  current: Block | undefined;

  /** @param onFirst called before anything is written */
  constructor(output: Output, onFirst: () => void) {
    this.#output = output;
    this.#onFirst = onFirst;
  }

  /** The previous block, at the level of the next one. */
  get before(): Block | undefined {
    return this.#before;
  }

  /** Whether an open item or quote has no output yet. */
  get isAtMarker(): boolean {
    return this.containers.at(-1)?.started === false;
  }

  /** Whether there is no output yet. */
  get isEmpty(): boolean {
    return !this.#begun;
  }

  /** Begins a block on a line of its own. */
  begin(block: Block): void {
    const { length } = this.containers;
    let outer = length;
    while (outer > 0 && this.containers[outer - 1]?.started === false) outer--;
    if (!this.#begun) {
      this.#begun = true;
      this.#onFirst();
    } else {
      const item = outer < length ? this.containers[outer] : undefined;
      const opening = item === undefined ? block : getBlock(item);
      this.#separate(this.#linesBefore(item, opening, outer, block), outer);
    }
    if (outer > 0) this.#output.ascii(this.containers[outer - 1]?.prefix ?? '');
    for (let i = outer; i < length; i++) {
      const container = this.containers[i] as Container; // Within bounds.
      this.#output.ascii(container.marker);
      container.started = true;
    }
    this.current = block;
  }

  /** Ends the open block, if any. */
  end(): void {
    if (this.current === undefined) return;
    this.#before = this.current;
    this.current = undefined;
  }

  /** Begins another line of the open block. */
  line(): void {
    this.#output.byte(byte.newline);
    this.#output.ascii(this.#prefix);
  }

  /** Writes a blank line of the open block, for code. */
  blankLine(): void {
    this.#output.byte(byte.newline);
    this.#output.ascii(this.#blank);
  }

  /** Opens a block quote. @returns false when too many containers are open */
  openQuote(): boolean {
    return this.#push('> ', '> ', undefined, true, false);
  }

  /** Opens an item of a list. @returns false when too many containers are open */
  openItem(list: List): boolean {
    // Two adjacent lists of one kind would merge; another marker separates them (CommonMark, section 5.3).
    const follows = this.#before === (list.ordered ? 'numbers' : 'bullets') && !this.isAtMarker;
    if (list.empty && follows) list.other = !this.#beforeOther;
    const marker = getMarker(list);
    const indent = list.ordered ? ' '.repeat(marker.length) : bulletIndent;
    if (!this.#push(marker, indent, list, list.empty, false)) return false;
    list.empty = false;
    list.next++;
    return true;
  }

  /** Reopens the last item of a list, for content after it in the list. */
  reopen(list: List): boolean {
    const indent = list.ordered ? ' '.repeat(`${list.next - 1}. `.length) : bulletIndent;
    this.#before = 'paragraph';
    return this.#push('', indent, list, false, true);
  }

  /** Closes the innermost container; an item without content is still an item. */
  closeContainer(): void {
    this.end();
    const container = this.containers.at(-1);
    if (container === undefined) return;
    if (!container.started) this.#writeEmpty();
    this.containers.pop();
    this.#prefix = this.containers.at(-1)?.prefix ?? '';
    this.#blank = this.containers.at(-1)?.blank ?? '';
    this.#before = getBlock(container);
    this.#beforeOther = container.list?.other === true;
  }

  /** Whether the current line has nothing but the containers' prefix. */
  #writeEmpty(): void {
    const pending = this.containers.filter(({ started }) => !started).length;
    this.begin('html');
    // Three bullets in a row with nothing after them would be a thematic break.
    if (pending > 2) this.#output.ascii('<!-- -->');
    this.trimLine();
    this.end();
  }

  /** Strips trailing spaces from the output. */
  trimLine(): void {
    while (this.#output.last === byte.space) this.#output.length--;
  }

  #push(marker: string, indent: string, list: List | undefined, first: boolean, started: boolean): boolean {
    const prefix = this.#prefix + indent;
    if (this.containers.length >= markdownLimits.containers || prefix.length > markdownLimits.indent) {
      return false;
    }
    // A blank line keeps only the block quotes' markers.
    const blank = list === undefined ? prefix.trimEnd() : this.#blank;
    this.containers.push({ marker, indent, list, first, prefix, blank, started });
    this.#prefix = prefix;
    this.#blank = blank;
    return true;
  }

  #separate(lines: number, outer: number): void {
    this.#output.byte(byte.newline);
    if (lines === 1) return;
    if (outer > 0) this.#output.ascii(this.containers[outer - 1]?.blank ?? '');
    this.#output.byte(byte.newline);
  }

  /** Number of line ends before the next block: two make a blank line. */
  #linesBefore(item: Container | undefined, opening: Block, outer: number, block: Block): number {
    if (item?.list !== undefined && !item.first && this.#before === opening) return item.list.loose ? 2 : 1;
    // Terms and their descriptions are one HTML block.
    if (opening === 'terms' && this.#before === 'terms') return 1;
    const parent = outer > 0 ? this.containers[outer - 1] : undefined;
    const tight = parent?.list !== undefined && !parent.list.loose;
    if (!tight || this.#before === undefined) return 2;
    return mayFollow(this.#before, opening, item, block) ? 1 : 2;
  }
}

function getBlock(container: Container): Block {
  if (container.list === undefined) return 'quote';
  return container.list.ordered ? 'numbers' : 'bullets';
}

function getMarker({ ordered, next, other }: List): string {
  if (!ordered) return other ? '* ' : '- ';
  return `${Math.min(next, greatestNumber)}${other ? ')' : '.'} `;
}

const greatestNumber = 999_999_999;

/** The number that an attribute gives to an item; undefined if an item can't have it. */
export function getNumber(written: string | undefined): number | undefined {
  const number = Number.parseInt(written ?? '', 10);
  return number >= 0 ? Math.min(number, greatestNumber) : undefined;
}

function isList(block: Block): boolean {
  return block === 'bullets' || block === 'numbers';
}

/** Whether a block may directly follow another in an item of a tight list. */
function mayFollow(before: Block, opening: Block, item: Container | undefined, block: Block): boolean {
  if (before === 'html' || before === 'terms' || before === 'table') return false;
  switch (opening) {
    case 'heading':
    case 'code':
      return true;
    case 'paragraph':
      return before === 'heading' || before === 'code' || before === 'rule';
    case 'quote':
      return before !== 'quote';
    case 'bullets':
    case 'numbers':
      // Only a non-empty list that begins with 1 may interrupt a paragraph (CommonMark, section 5.3).
      if (block === 'html') return false;
      return isList(before) || /^(?:[-*] |1[.)] )$/.test(item?.marker ?? '');
    default:
      return false;
  }
}

/**
 * Offset from `at` of the backslash that keeps a line from beginning a block; -1 if none is needed.
 *
 * @param inParagraph whether a line of the same paragraph precedes, which the line could turn into a heading or a
 * table's header
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

/** Whether the text is only digits that could begin a list item. */
export function isNumber(source: Uint8Array, start: number, end: number): boolean {
  if (end - start > 9) return false;
  for (let i = start; i < end; i++) if (!isDigit(source[i] as number)) return false;
  return true;
}

/** Whether a line whose later part has this character can be a table's delimiter row. */
function isTableRule(c: number): boolean {
  return c === byte.hyphen || c === byte.colon || c === byte.pipe || isSpace(c);
}
