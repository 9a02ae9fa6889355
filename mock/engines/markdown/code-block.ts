import { markdownLimits } from '../../../spec/engine-limits.ts';
import { byte, sequenceLength } from './bytes.ts';
import type { Layout } from './layout.ts';
import type { Output } from './output.ts';
import { References } from './references.ts';

/** Writes the content of a `pre` unchanged between two fences (CommonMark, section 4.5). */
export class CodeBlock {
  readonly #output: Output;
  readonly #references = new References();
  readonly #layout: Layout;
  /** Length of the fence; 0 while it may grow. */
  #fence = 0;
  /** Whether a `pre` is open. */
  isOpen = false;
  /** Position of its fence once written; -1 before. */
  fenceAt = -1;
  #language = '';
  /** Pending line ends; the last of all belongs to the fence. */
  #newlines = 0;
  #longestRun = 0;
  #run = 0;
  /** Whether a line end would come right after the start tag, where HTML ignores it. */
  #atStart = false;
  #afterReturn = false;
  /** Position in the output at the last end of a `code`; -1 if none ended. */
  #codeEnd = -1;

  constructor(output: Output, layout: Layout) {
    this.#output = output;
    this.#layout = layout;
  }

  /** Start of the part that may still change; infinite if there is none. */
  get unsettledFrom(): number {
    return this.fenceAt === -1 || this.#fence > 0 ? Number.POSITIVE_INFINITY : this.fenceAt;
  }

  open(classes: string | undefined): void {
    this.isOpen = true;
    this.fenceAt = -1;
    this.#codeEnd = -1;
    this.#language = getLanguage(classes);
    this.#longestRun = 0;
    this.#run = 0;
    this.#atStart = true;
    this.#afterReturn = false;
  }

  /** Records a `code` or a similar element in the `pre`: it may name the language, and makes a block even without content. */
  openCode(classes: string | undefined): void {
    this.#atStart = false;
    if (this.fenceAt === -1) {
      this.#language = getLanguage(classes) || this.#language;
      this.#begin();
    }
    // Two in a row are two lines, unless text is between them.
    if (this.#codeEnd === this.#output.position) this.ownLine();
  }

  closeCode(): void {
    this.#codeEnd = this.#output.position;
  }

  /** Any other tag: what follows is no longer right after the start tag. */
  tag(): void {
    this.#atStart = false;
  }

  /** Begins a new line unless one has just begun, for nested blocks. */
  ownLine(): void {
    this.#atStart = false;
    if (this.fenceAt !== -1 && this.#newlines === 0) this.#newlines = 1;
  }

  newline(): void {
    this.#atStart = false;
    if (this.fenceAt === -1) this.#begin();
    this.#newlines++;
    this.#run = 0;
  }

  /** Adds text, references decoded. */
  write(source: Uint8Array, start: number, end: number): void {
    let at = start;
    if (this.#atStart) {
      this.#atStart = false;
      if (source[at] === 13) at++;
      if (source[at] === byte.newline) at++;
    }
    if (at >= end) return;
    if (this.fenceAt === -1) this.#begin();
    const output = this.#output;
    while (at < end) {
      const c = source[at] as number; // Within bounds.
      if (c === byte.newline || c === 13) {
        if (c === 13 || !this.#afterReturn) this.newline();
        this.#afterReturn = c === 13;
        at++;
        continue;
      }
      this.#afterReturn = false;
      if (this.#newlines > 0) this.#writeNewlines();
      if (c === byte.ampersand) {
        const text = this.#references.read(source, at, end);
        if (text !== undefined) {
          this.#writeText(text);
          at = this.#references.end;
          continue;
        }
      }
      if (c === byte.backtick) {
        this.#run++;
        if (this.#run > this.#longestRun) this.#longestRun = this.#run;
        output.byte(c);
        at++;
        continue;
      }
      this.#run = 0;
      if (c === 0) at++;
      else at = this.#copy(source, at, end);
    }
  }

  close(): void {
    this.isOpen = false;
    if (this.fenceAt === -1) return;
    this.#writeNewlines();
    if (this.#fence === 0) this.#settle(Math.max(3, this.#longestRun + 1));
    this.#output.ascii(this.#fence === 3 ? '```' : '`'.repeat(this.#fence));
    this.#layout.end();
    this.fenceAt = -1;
  }

  /** Fixes the length of the fence. */
  #settle(length: number): void {
    this.#fence = length;
    this.#output.insert(this.fenceAt, byte.backtick, length - 3);
  }

  #begin(): void {
    this.#layout.begin('code');
    this.#fence = 0;
    this.fenceAt = this.#output.position;
    this.#output.ascii('```');
    this.#output.text(this.#language);
    this.#newlines = 1;
  }

  #writeNewlines(): void {
    for (; this.#newlines > 1; this.#newlines--) {
      this.#layout.blankLine();
      this.#settleWhenLong();
    }
    this.#newlines = 0;
    this.#settleWhenLong();
    this.#layout.line();
  }

  /** Releases a long block, without waiting for its longest run of backticks. */
  #settleWhenLong(): void {
    if (this.#fence > 0 || this.#output.position - this.fenceAt < markdownLimits.heldCode) return;
    this.#settle(Math.max(markdownLimits.longFence, this.#longestRun + 1));
  }

  #writeText(text: string): void {
    if (text === '\n') {
      this.newline();
      return;
    }
    this.#run = text === '`' ? this.#run + 1 : 0;
    if (this.#run > this.#longestRun) this.#longestRun = this.#run;
    this.#output.text(text);
  }

  /** Copies up to the next special byte. @returns its position */
  #copy(source: Uint8Array, start: number, end: number): number {
    const output = this.#output;
    output.reserve((end - start) * 3);
    const { bytes } = output;
    let to = output.length;
    let at = start;
    while (at < end) {
      const c = source[at] as number; // Within bounds.
      if (c < 128) {
        if (c === byte.newline || c === 13 || c === byte.ampersand || c === byte.backtick || c === 0) break;
        bytes[to++] = c;
        at++;
        continue;
      }
      const length = sequenceLength(source, at, end);
      if (length === 0) {
        bytes[to++] = 0xef;
        bytes[to++] = 0xbf;
        bytes[to++] = 0xbd;
        at++;
      }
      for (let i = 0; i < length; i++) bytes[to++] = source[at++] as number;
    }
    output.length = to;
    // A lone ampersand is text.
    if (at === start && at < end) {
      output.byte(source[at] as number);
      at++;
    }
    return at;
  }
}

/** The language that a class `language-x` names. */
function getLanguage(classes: string | undefined): string {
  return /(?:^|\s)language-([^\s`]+)/.exec(classes ?? '')?.[1] ?? '';
}
