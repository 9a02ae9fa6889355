import { markdownLimits } from '../../../spec/markdown-limits.ts';
import { byte } from './bytes.ts';
import type { Output } from './output.ts';

/** What a run of lines is; it decides what may stand before and behind it without a blank line. */
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

/** A list that is open. */
export interface List {
  readonly ordered: boolean;
  /** Number of the next item. */
  next: number;
  /** Whether blank lines stand between its items: some item holds paragraphs. */
  loose: boolean;
  /** Whether it has no item yet. */
  empty: boolean;
}

/** Something that its lines are indented or marked for: an item of a list, or a block quote. */
export interface Container {
  /** What its first line begins with. */
  readonly marker: string;
  /** What its other lines begin with. */
  readonly indent: string;
  /** The list that an item is of. */
  readonly list: List | undefined;
  /** Whether an item is the first of its list. */
  readonly first: boolean;
  /** Whether its first line is written. */
  started: boolean;
}

/**
 * Lays blocks out on lines: what stands between two blocks, and what a line begins with. Nothing is written
 * for a block before something in it is.
 */
export class Layout {
  readonly #output: Output;
  readonly #onFirst: () => void;
  readonly containers: Container[] = [];
  /** The block that was written last, at the level of the one that comes next. */
  #before: Block | undefined;
  #begun = false;
  /** What a line within all containers begins with, and what a blank one does. */
  #prefix = '';
  #blank = '';
  /** The block that is open. */
  current: Block | undefined;

  /** @param onFirst called before anything is written */
  constructor(output: Output, onFirst: () => void) {
    this.#output = output;
    this.#onFirst = onFirst;
  }

  /** The block that was written last, at the level of the one that comes next. */
  get before(): Block | undefined {
    return this.#before;
  }

  /** Whether an item or quote is open that nothing is written of yet. */
  get isAtMarker(): boolean {
    return this.containers.at(-1)?.started === false;
  }

  /** Whether nothing is written yet. */
  get isEmpty(): boolean {
    return !this.#begun;
  }

  /** Begins a block on a line of its own. */
  begin(block: Block): void {
    const pending = this.containers.findIndex(({ started }) => !started);
    const outer = pending === -1 ? this.containers.length : pending;
    if (!this.#begun) {
      this.#begun = true;
      this.#onFirst();
    } else {
      const item = this.containers[outer];
      const opening = item === undefined ? block : blockOf(item);
      if (item?.first !== false && this.#before === opening && isList(opening)) this.#keepApart(outer);
      this.#separate(this.#linesBefore(item, opening, outer, block), outer);
    }
    for (let i = 0; i < this.containers.length; i++) {
      const container = this.containers[i] as Container; // Within bounds.
      this.#output.ascii(container.started ? container.indent : container.marker);
      container.started = true;
    }
    this.current = block;
  }

  /** Ends the open block; without one it does nothing. */
  end(): void {
    if (this.current === undefined) return;
    this.#before = this.current;
    this.current = undefined;
  }

  /** Begins a further line of the open block. */
  line(): void {
    this.#output.byte(byte.newline);
    this.#output.ascii(this.#prefix);
  }

  /** Writes a blank line of the open block, as code has them. */
  blankLine(): void {
    this.#output.byte(byte.newline);
    this.#output.ascii(this.#blank);
  }

  /** Opens a block quote. @returns false when too many containers are open */
  openQuote(): boolean {
    return this.#push({ marker: '> ', indent: '> ', list: undefined, first: true, started: false });
  }

  /** Opens an item of a list. @returns false when too many containers are open */
  openItem(list: List): boolean {
    const marker = list.ordered ? `${Math.min(list.next, 999_999_999)}. ` : '- ';
    const first = list.empty;
    const indent = ' '.repeat(marker.length);
    if (!this.#push({ marker, indent, list, first, started: false })) return false;
    list.empty = false;
    list.next++;
    return true;
  }

  /** Opens the last item of a list again, for what stands in the list behind it. */
  reopen(list: List): boolean {
    const indent = ' '.repeat(list.ordered ? `${list.next - 1}. `.length : 2);
    this.#before = 'paragraph';
    return this.#push({ marker: '', indent, list, first: false, started: true });
  }

  /** Closes the innermost container; an item without content is still an item. */
  closeContainer(): void {
    this.end();
    const container = this.containers.at(-1);
    if (container === undefined) return;
    if (!container.started) this.#writeEmpty();
    this.containers.pop();
    this.#measure();
    this.#before = blockOf(container);
  }

  /** Whether a line begins here that has nothing but what the containers write. */
  #writeEmpty(): void {
    const pending = this.containers.filter(({ started }) => !started).length;
    this.begin('html');
    // Three bullets in a row and nothing behind them would be a thematic break.
    if (pending > 2) this.#output.ascii('<!-- -->');
    this.trimLine();
    this.end();
  }

  /** Takes the spaces off the end of what is written. */
  trimLine(): void {
    while (this.#output.last === byte.space) this.#output.length--;
  }

  #push(container: Container): boolean {
    if (this.containers.length >= markdownLimits.containers) return false;
    this.containers.push(container);
    this.#measure();
    return true;
  }

  #measure(): void {
    this.#prefix = this.containers.map(({ indent }) => indent).join('');
    this.#blank = this.#prefix.trimEnd();
  }

  /** Two lists of one kind would be one; a comment between them keeps them two (CommonMark, section 5.3). */
  #keepApart(outer: number): void {
    this.#separate(2, outer);
    for (let i = 0; i < outer; i++) this.#output.ascii(this.containers[i]?.indent ?? '');
    this.#output.ascii('<!-- -->');
  }

  #separate(lines: number, outer: number): void {
    this.#output.byte(byte.newline);
    if (lines === 1) return;
    let blank = '';
    for (let i = 0; i < outer; i++) blank += this.containers[i]?.indent ?? '';
    this.#output.ascii(blank.trimEnd());
    this.#output.byte(byte.newline);
  }

  /** How many line ends stand before what begins: two make a blank line. */
  #linesBefore(item: Container | undefined, opening: Block, outer: number, block: Block): number {
    if (item?.list !== undefined && !item.first && this.#before === opening) return item.list.loose ? 2 : 1;
    // Terms and their descriptions are one piece of HTML.
    if (opening === 'terms' && this.#before === 'terms') return 1;
    const parent = this.containers[outer - 1];
    const tight = parent?.list !== undefined && !parent.list.loose;
    if (!tight || this.#before === undefined) return 2;
    return mayFollow(this.#before, opening, item, block) ? 1 : 2;
  }
}

function blockOf(container: Container): Block {
  if (container.list === undefined) return 'quote';
  return container.list.ordered ? 'numbers' : 'bullets';
}

function isList(block: Block): boolean {
  return block === 'bullets' || block === 'numbers';
}

/** Whether a block may stand right behind another in an item of a tight list, and be read as itself. */
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
      // Only a list that begins with 1 and with something may interrupt a paragraph (CommonMark, section 5.3).
      return (
        !isList(before) && item?.marker !== undefined && /^(?:- |1\. )$/.test(item.marker) && block !== 'html'
      );
    default:
      return false;
  }
}
