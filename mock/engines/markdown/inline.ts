// Above 400 lines, since every mark of inline Markdown is written against the same open line and its pending spaces.
import { markdownLimits } from '../../../spec/engine-limits.ts';
import { byte, codePointBefore, isSpaceCharacter, isWordCharacter } from './bytes.ts';
import { ClosedMarks, isWithinReach, separator } from './closed-marks.ts';
import { lastAddress } from './destinations.ts';
import type { Element } from './elements.ts';
import type { Block, Layout } from './layout.ts';
import { Output } from './output.ts';

/** An open mark around inline text: emphasis, a kept tag, a link. */
interface Mark {
  readonly element: Element;
  readonly open: string;
  readonly close: string;
  /** The character of an emphasis delimiter; 0 for other marks. */
  readonly delimiter: number;
  /** Index in `targets` of the destination of a link; -1 for other marks. */
  readonly targetStart: number;
  readonly targetEnd: number;
  /** Returns the label of a link without text. */
  readonly label: (() => string) | undefined;
  /** Returns the start tag of a link, to write it as HTML. */
  readonly tag: (() => string) | undefined;
  /** Whether it has content. */
  used: boolean;
  /** Whether it is written as HTML. */
  asHtml: boolean;
  /** Position of its delimiter in the output. */
  openAt: number;
  /** Whether it is no longer written, since it was repeated too often. */
  silent: boolean;
  /** Number of delimiters in the run that opened it, including those of other marks. */
  run: number;
}

/** A link, apart from its text. */
interface LinkMark {
  /** Index in `targets` of its destination and title. */
  readonly start: number;
  readonly end: number;
  /** Returns the start tag, to write it as HTML. */
  readonly tag: () => string;
  /** Returns the label of a link without text. */
  readonly label: (() => string) | undefined;
}

/** Browsers keep at most three identical ones open (HTML, section 13.2.4.3). */
const mostOfAKind = 3;

/**
 * Writes the text of a block. Spaces, line breaks and marks are written lazily, before the next visible character. So
 * no mark is empty or has a space at its inner edge, where CommonMark would not accept it.
 */
export class Inline {
  readonly #output: Output;
  readonly #layout: Layout;
  readonly #marks: Mark[] = [];
  /** Number of written marks: the outer ones. */
  #written = 0;
  /** Marks below this index are outside the current table cell, and have no effect in it. */
  #floor = 0;
  /** The targets of the open links, one after another. */
  readonly targets = new Output();
  /** Links among the written marks. */
  links = 0;
  space = false;
  #repeatable: number = markdownLimits.repeatedMarks;
  #breaks = 0;
  /** Whether the next character is the first of a line, where it could begin a block. */
  lineStart: 'no' | 'of-block' | 'after-break' | 'after-number' = 'no';
  /** Number of open elements in which lines can't end: headings, cells. */
  flat = 0;
  /** The block to begin when content comes outside any block, and its prefix. */
  block: Block = 'paragraph';
  lead = '';
  /** The marks closed last. */
  readonly closed: ClosedMarks;
  /** Position before which no bare address can begin: nothing there is text, or none was found. */
  #textFrom = 0;

  constructor(output: Output, layout: Layout) {
    this.#output = output;
    this.#layout = layout;
    this.closed = new ClosedMarks(output);
  }

  /** Whether anything must be written before the next visible character. */
  get isPending(): boolean {
    return (
      this.space ||
      this.#layout.current === undefined ||
      this.#written < this.#marks.length ||
      this.#breaks > 0 ||
      this.closed.isLast
    );
  }

  /**
   * Writes everything pending before a visible character.
   *
   * @param endsWord whether only punctuation follows in its word, which GFM does not take into an address
   */
  before(codePoint: number, endsWord = false): void {
    const output = this.#output;
    if (this.#breaks > 1 && this.flat === 0 && this.#layout.current !== 'terms') this.end();
    if (this.#layout.current === undefined) {
      this.#layout.begin(this.block);
      output.ascii(this.lead);
      this.lineStart = this.lead === '' && this.block !== 'terms' ? 'of-block' : 'no';
      this.block = 'paragraph';
      this.lead = '';
    } else if (this.#breaks > 0) {
      if (this.flat > 0 || this.#layout.current === 'terms') {
        for (let i = 0; i < this.#breaks; i++) output.ascii('<br>');
      } else {
        output.ascii('  ');
        this.#layout.line();
        this.lineStart = 'after-break';
      }
    } else if (this.space) {
      output.byte(byte.space);
    }
    this.space = false;
    this.#breaks = 0;
    if (this.#written < this.#marks.length) this.#openMarks(codePoint);
    else if (this.closed.isLast) {
      if (isWordCharacter(codePoint, true)) this.#openAsTags(this.closed.beforeWord());
      if (!endsWord && codePoint !== byte.less) this.guardAddress();
    }
  }

  /** Whether the output ends with a bare address, which GFM would continue with the characters that follow. */
  endsWithAddress(): boolean {
    const isInAddress = this.#addressAt() !== -1;
    if (!isInAddress) this.endText();
    return isInAddress;
  }

  #addressAt(to = this.#output.length): number {
    const { bytes, length, position } = this.#output;
    return lastAddress(bytes, this.#textFrom - (position - length), to);
  }

  /**
   * Keeps GFM from reading the Markdown that follows as part of a bare address.
   *
   * @returns whether anything was written for that
   */
  guardAddress(): boolean {
    if (this.links > 0 || this.isHtml) return false;
    const output = this.#output;
    let at = this.#addressAt();
    const isThere = at !== -1;
    if (isThere && this.closed.isLast) {
      output.ascii(separator);
    } else {
      const taken = output.position - output.length;
      for (; at !== -1; at = this.#addressAt(at)) output.insert(taken + at, byte.backslash, 1);
    }
    this.endText();
    return isThere;
  }

  /** Notes that the output so far can't be part of a bare address. */
  endText(): void {
    this.#textFrom = this.#output.position;
  }

  /** Whether the current output is HTML, in which Markdown does not apply. */
  get isHtml(): boolean {
    return (this.#layout.current ?? this.block) === 'terms';
  }

  /** Writes everything pending before generated Markdown, which begins with this character. */
  beforeMarkup(codePoint: number): void {
    this.before(codePoint);
    this.lineStart = 'no';
  }

  /** Opens a mark around the following content. */
  open(element: Element, open: string, close: string, link?: LinkMark): void {
    let alike = 0;
    let inner: Mark | undefined;
    let depth = 0;
    for (let i = this.#floor; i < this.#marks.length; i++) {
      const mark = this.#marks[i] as Mark; // Within bounds.
      if (mark.element === element) alike++;
      if (mark.open.length === open.length && mark.delimiter !== 0) {
        inner = mark;
        depth++;
      }
    }
    if (alike >= mostOfAKind) return;
    const first = open.charCodeAt(0);
    // There are two delimiters for emphasis; deeper levels are written as HTML.
    const isDelimiter = (first === byte.asterisk && depth < 2) || first === byte.tilde;
    if (first === byte.tilde && alike > 0) return;
    // `***x***` is emphasis around strong emphasis; for the reverse, the inner one needs another character.
    const around = this.#marks.length > this.#floor ? this.#marks[this.#marks.length - 1] : undefined;
    const isInStrong = open === '*' && around?.open === '**' && !around.used;
    const other =
      isDelimiter && first === byte.asterisk && (isInStrong || inner?.delimiter === byte.asterisk);
    const isTag = first === byte.asterisk && !isDelimiter;
    const written = isTag ? `<${element.name}>` : other ? open.replaceAll('*', '_') : open;
    this.#marks.push({
      element,
      open: written,
      close: isTag ? `</${element.name}>` : other ? written : close,
      delimiter: isDelimiter ? written.charCodeAt(0) : 0,
      targetStart: link === undefined ? -1 : link.start,
      targetEnd: link === undefined ? -1 : link.end,
      tag: link?.tag,
      label: link?.label,
      used: false,
      asHtml: false,
      run: 0,
      silent: false,
      openAt: 0,
    });
  }

  /** Closes the innermost mark of an element; writes a link even if it is empty. */
  close(element: Element): void {
    let index = this.#marks.length - 1;
    while (index >= this.#floor && this.#marks[index]?.element !== element) index--;
    if (index < this.#floor) return;
    const mark = this.#marks[index] as Mark; // Found.
    if (!mark.used && mark.targetStart !== -1) {
      if (this.#written <= index) this.beforeMarkup(byte.openBracket);
      this.#output.text(mark.label?.() ?? '');
    }
    this.#closeWritten(index);
    if (index === this.#marks.length - 1) this.#marks.pop();
    else this.#marks.splice(index, 1);
    if (this.#marks.length === 0) this.targets.length = 0;
  }

  /** Closes all marks, at the end of the page. */
  closeAll(): void {
    for (let mark = this.#marks.at(-1); mark !== undefined; mark = this.#marks.at(-1))
      this.close(mark.element);
  }

  /** Whether a mark of an element is open. */
  has(element: Element): boolean {
    for (let i = this.#floor; i < this.#marks.length; i++)
      if (this.#marks[i]?.element === element) return true;
    return false;
  }

  /** Records a line break. */
  lineBreak(): void {
    if (this.#layout.current === undefined) return;
    this.space = false;
    this.#breaks++;
  }

  /** Writes the open block's links without text, before the element around them ends. */
  writeEmptyLinks(): void {
    if (this.#layout.current === undefined) return;
    if (this.#written === this.#marks.length) return;
    const empty = this.#marks.find(({ used, targetStart }) => !used && targetStart !== -1);
    if (empty === undefined) return;
    this.beforeMarkup(byte.openBracket);
    this.#output.text(empty.label?.() ?? '');
  }

  /** Discards pending line breaks and spaces. */
  dropBreaks(): void {
    this.space = false;
    this.#breaks = 0;
  }

  /** Ends the open block; marks stay open, and continue in the next. */
  end(): void {
    this.#closeWritten(this.#floor);
    this.#layout.end();
    this.dropBreaks();
  }

  /** Drops spaces and line breaks at the end of a cell, and closes its open marks. */
  endOfCell(): void {
    this.#closeWritten(this.#floor);
    this.dropBreaks();
  }

  /** Excludes open marks from the following content. @returns the argument for `leave` */
  enter(): number {
    this.#closeWritten(this.#floor);
    const before = this.#floor;
    this.#floor = this.#marks.length;
    this.#written = this.#floor;
    return before;
  }

  /** Drops marks that were opened since `enter`. */
  leave(floor: number): void {
    this.#closeWritten(this.#floor);
    this.#marks.length = this.#floor;
    this.#floor = floor;
    this.#written = floor;
  }

  /** Start of the output that may still be rewritten; infinite if there is none. */
  get unsettledFrom(): number {
    const marks = this.#marks;
    for (let i = this.#floor; i < this.#written; i++) {
      const mark = marks[i] as Mark; // Within bounds.
      if (mark.delimiter === 0 || mark.asHtml || mark.silent) continue;
      if (isWithinReach(this.#output, mark.openAt)) return mark.openAt;
    }
    return Math.min(this.closed.start, this.#addressFrom);
  }

  /** Start of the bare address at the end of the output; infinite if there is none. */
  get #addressFrom(): number {
    let first = this.#addressAt();
    if (first === -1) return Number.POSITIVE_INFINITY;
    for (let at = first; at !== -1; at = this.#addressAt(at)) first = at;
    return this.#output.position - this.#output.length + first;
  }

  #openMarks(codePoint: number): void {
    const output = this.#output;
    const marks = this.#marks;
    const { isHtml } = this;
    this.lineStart = 'no';
    for (let i = this.#written; i < marks.length; i++) {
      const mark = marks[i] as Mark; // Within bounds.
      if (mark.used && this.#tooOften(mark)) continue;
      mark.used = true;
      mark.asHtml = isHtml && (mark.delimiter !== 0 || mark.tag !== undefined);
      if (mark.asHtml) this.#openTag(mark);
      else if (mark.delimiter !== 0) this.#openDelimiter(mark, i, codePoint);
      else if (mark.targetStart !== -1) this.#openLink();
      else output.ascii(mark.open);
    }
    this.#written = marks.length;
  }

  /** Whether the limit for repeating a mark in another block is reached. */
  #tooOften(mark: Mark): boolean {
    const target = mark.targetStart === -1 ? 0 : mark.targetEnd - mark.targetStart;
    this.#repeatable -= target + mark.open.length + mark.close.length;
    mark.silent ||= this.#repeatable < 0;
    return mark.silent;
  }

  #openTag({ element, tag }: Mark): void {
    const written = tag?.() ?? `<${element.name}>`;
    this.#repeatable -= written.length;
    this.#output.text(written);
  }

  /** The character after a mark's delimiter: adjacent delimiters of its kind form one run with it. */
  #behind(index: number, codePoint: number): number {
    const { delimiter } = this.#marks[index] as Mark; // The caller is at it.
    for (let i = index + 1; i < this.#marks.length; i++) {
      const mark = this.#marks[i] as Mark; // Within bounds.
      if (mark.delimiter !== delimiter) return mark.open.charCodeAt(0);
    }
    return codePoint;
  }

  #openDelimiter(mark: Mark, index: number, codePoint: number): void {
    const output = this.#output;
    const { delimiter, open } = mark;
    const behind = this.#behind(index, codePoint);
    const before = codePointBefore(output.bytes, output.length);
    const inWord = isWordCharacter(before, true);
    const isEdge = !isWordCharacter(behind, false);
    const opensNothing = (inWord && (delimiter === byte.underscore || isEdge)) || isSpaceCharacter(behind);
    const mayClose = !isSpaceCharacter(before) && (inWord || isEdge);
    mark.run = this.#runLength(index);
    // Falls back to a tag if no delimiter works.
    const touches = this.closed.touches(delimiter);
    mark.asHtml = touches || opensNothing || (mayClose && this.#couldClose(mark, index));
    if (!mark.asHtml) this.guardAddress();
    mark.openAt = output.position;
    output.ascii(mark.asHtml ? `<${mark.element.name}>` : open);
  }

  /** Length of the run of delimiters that opens a mark. */
  #runLength(index: number): number {
    const isOfRun = (i: number) => this.#marks[i]?.delimiter === this.#marks[index]?.delimiter;
    let length = 0;
    for (let i = index; i >= this.#written && isOfRun(i); i--) length += this.#marks[i]?.open.length ?? 0;
    for (let i = index + 1; i < this.#marks.length && isOfRun(i); i++)
      length += this.#marks[i]?.open.length ?? 0;
    return length;
  }

  /** Whether a mark's delimiter would be read as the end of an outer one (CommonMark, section 6.2, rule 9). */
  #couldClose({ delimiter, run }: Mark, index: number): boolean {
    for (let i = this.#floor; i < Math.min(index, this.#written); i++) {
      const outer = this.#marks[i] as Mark; // Within bounds.
      if (outer.delimiter === delimiter && !outer.asHtml && (outer.run + run) % 3 !== 0) return true;
    }
    return false;
  }

  #openLink(): void {
    const output = this.#output;
    if (output.last === byte.exclamation) {
      output.length--;
      output.ascii('\\!');
    }
    this.guardAddress();
    output.byte(byte.openBracket);
    this.links++;
  }

  /** Closes the written marks from `index` on. */
  #closeWritten(index: number): void {
    const output = this.#output;
    while (this.#written > index) {
      const mark = this.#marks[--this.#written] as Mark; // As many are written.
      if (mark.silent) continue;
      if (mark.asHtml) {
        output.ascii(`</${mark.element.name}>`);
      } else if (mark.targetStart !== -1) {
        output.ascii('](');
        output.raw(this.targets.bytes, mark.targetStart, mark.targetEnd);
        output.byte(byte.closeParenthesis);
        this.links--;
        this.endText();
      } else if (mark.delimiter === 0) {
        output.ascii(mark.close);
      } else {
        this.#closeDelimiter(mark);
      }
    }
  }

  /** Writes the delimiters right before this position as tags; the tag that follows is punctuation to them. */
  #openAsTags(first: number | undefined): void {
    let place = first;
    for (let i = this.#written - 1; place !== undefined && i >= this.#floor; i--) {
      const mark = this.#marks[i] as Mark; // Within bounds.
      if (mark.delimiter === 0 || mark.asHtml || mark.openAt + mark.open.length !== place) return;
      if (!isWithinReach(this.#output, mark.openAt)) return;
      this.#output.replace(mark.openAt, mark.open.length, `<${mark.element.name}>`);
      mark.asHtml = true;
      place = mark.openAt;
    }
  }

  #closeDelimiter(mark: Mark): void {
    const output = this.#output;
    const { delimiter, open, close, element, openAt } = mark;
    const last = codePointBefore(output.bytes, output.length);
    if (isSpaceCharacter(last) && isWithinReach(output, openAt)) {
      output.replace(openAt, open.length, `<${element.name}>`);
      output.ascii(`</${element.name}>`);
      this.#openAsTags(openAt);
      return;
    }
    output.ascii(close);
    const barely = delimiter === byte.underscore || !isWordCharacter(last, false);
    this.closed.add(element.name, delimiter, openAt, close.length, barely);
  }
}
