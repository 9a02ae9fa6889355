import { byte, isSpace, sequenceLength } from './bytes.ts';
import { htmlText } from './destinations.ts';
import type { Inline } from './inline.ts';
import { Output } from './output.ts';
import { References } from './references.ts';

/** Collects the content of a code span, and writes it between enough backticks (CommonMark, section 6.1). */
export class CodeSpan {
  readonly #output: Output;
  readonly #references = new References();
  readonly #inline: Inline;
  readonly #content = new Output();
  /** Number of open code elements; only the outermost makes a span. */
  depth = 0;
  #afterLineEnd = false;

  constructor(output: Output, inline: Inline) {
    this.#output = output;
    this.#inline = inline;
  }

  /** Adds text, references decoded. Spaces are kept, but a line end and the spaces around it become one space. */
  write(source: Uint8Array, start: number, end: number): void {
    const content = this.#content;
    let at = start;
    while (at < end) {
      const c = source[at] as number; // Within bounds.
      if (c > 127) {
        at = this.#wide(source, at, end);
      } else if (c === byte.ampersand) {
        const text = this.#references.read(source, at, end);
        content.text(text ?? '&');
        at = text === undefined ? at + 1 : this.#references.end;
      } else if (c !== byte.space && isSpace(c)) {
        while (content.last === byte.space) content.length--;
        while (at < end && isSpace(source[at] ?? 0)) at++;
        if (content.length > 0) content.byte(byte.space);
        this.#afterLineEnd = true;
        continue;
      } else {
        at++;
        const isIndent = c === byte.space && this.#afterLineEnd;
        if (isIndent && (content.length === 0 || content.last === byte.space)) continue;
        if (c !== 0) content.byte(c);
      }
      this.#afterLineEnd = false;
    }
  }

  /** Writes the collected content; nothing if it is empty. */
  flush(inCell: boolean): void {
    const content = this.#content;
    if (this.#afterLineEnd) while (content.last === byte.space) content.length--;
    this.#afterLineEnd = false;
    if (content.length === 0) return;
    const inline = this.#inline;
    inline.beforeMarkup(byte.backtick);
    const output = this.#output;
    const isRead = (inCell && holds(content, byte.backslash, byte.pipe)) || this.#isDefinition();
    if (inline.isHtml || isRead || inline.closed.touches(byte.backtick)) {
      this.#writeAsHtml();
      return;
    }
    const length = fenceLength(content);
    const fence = length === 1 ? '`' : '`'.repeat(length);
    const padding = needsPadding(content) ? ' ' : '';
    inline.guardAddress();
    output.ascii(fence);
    output.ascii(padding);
    if (inCell) this.#writeInCell();
    else output.raw(content.bytes, 0, content.length);
    output.ascii(padding);
    output.ascii(fence);
    inline.closed.note(byte.backtick);
    inline.endText();
    content.length = 0;
  }

  /** Adds a non-ASCII character. @returns the position after it */
  #wide(source: Uint8Array, at: number, end: number): number {
    const length = sequenceLength(source, at, end);
    if (length === 0) this.#content.text('\ufffd');
    else this.#content.raw(source, at, at + length);
    return at + Math.max(1, length);
  }

  /** Whether the content would turn its link into a definition (CommonMark, section 4.7). */
  #isDefinition(): boolean {
    return this.#inline.links > 0 && holds(this.#content, byte.closeBracket, byte.colon);
  }

  /**
   * Writes the content as an element: a code span can't hold a backslash before a pipe in a cell, or touch another one.
   * Between the tags Markdown applies, except in lines that are HTML as a whole.
   */
  #writeAsHtml(): void {
    const { bytes, length } = this.#content;
    const text = htmlText(new TextDecoder().decode(bytes.subarray(0, length)));
    const safe = this.#inline.isHtml
      ? text
      : text.replace(/[\\*_[\]`~]|:(?=\/\/)|\.(?<=www\.)/gi, '\\$&').replaceAll('|', '&#124;');
    this.#output.text(`<code>${safe}</code>`);
    this.#content.length = 0;
  }

  /** Writes the content with escaped pipes, which would end the cell (GFM, section 4.10). */
  #writeInCell(): void {
    const { bytes, length } = this.#content;
    for (let i = 0; i < length; i++) {
      const c = bytes[i] as number; // Within bounds.
      if (c === byte.pipe) this.#output.byte(byte.backslash);
      this.#output.byte(c);
    }
  }
}

/** Whether the content has two bytes in a row. */
function holds({ bytes, length }: Output, first: number, second: number): boolean {
  for (let i = 1; i < length; i++) if (bytes[i] === second && bytes[i - 1] === first) return true;
  return false;
}

/** The shortest run of backticks that does not occur in the content. */
function fenceLength({ bytes, length }: Output): number {
  let first = 0;
  while (first < length && bytes[first] !== byte.backtick) first++;
  if (first === length) return 1;
  const runs = new Set<number>();
  let run = 0;
  for (let i = 0; i <= length; i++) {
    if (i < length && bytes[i] === byte.backtick) {
      run++;
    } else {
      runs.add(run);
      run = 0;
    }
  }
  let shortest = 1;
  while (runs.has(shortest)) shortest++;
  return shortest;
}

/** Whether a space is needed on each side, since one would be stripped or a backtick is at the edge. */
function needsPadding({ bytes, length }: Output): boolean {
  const first = bytes[0];
  const last = bytes[length - 1];
  if (first === byte.backtick || last === byte.backtick) return true;
  if (first !== byte.space || last !== byte.space) return false;
  for (let i = 0; i < length; i++) if (bytes[i] !== byte.space) return true;
  return false;
}

const encoder = new TextEncoder();
/** Bytes that Markdown or the cell would interpret. */
const escaped: ReadonlySet<number> = new Set([...'\\*_[]`~|<&'].map((c) => c.charCodeAt(0)));

/**
 * Writes the text of a `pre` within a cell, where no line may end and no fence is possible: spaces are kept, and line
 * ends become `<br>`.
 */
export class CellCode {
  readonly #output: Output;
  readonly #inline: Inline;
  readonly #references = new References();
  /** Number of open `pre` elements. */
  depth = 0;
  #atStart = false;

  constructor(output: Output, inline: Inline) {
    this.#output = output;
    this.#inline = inline;
  }

  open(): void {
    this.depth++;
    this.#atStart = true;
  }

  write(source: Uint8Array, start: number, end: number): void {
    const output = this.#output;
    let at = start;
    // A line end right after the start tag is ignored (HTML, section 13.2.6.4.7).
    if (this.#atStart) {
      if (source[at] === 13) at++;
      if (source[at] === byte.newline) at++;
    }
    this.#atStart = false;
    while (at < end) {
      const c = source[at] as number; // Within bounds.
      if (c === byte.newline) {
        this.#inline.lineBreak();
        at++;
        continue;
      }
      const text = c === byte.ampersand ? this.#references.read(source, at, end) : undefined;
      this.#inline.beforeMarkup(byte.less);
      if (text !== undefined) {
        at = this.#references.end;
        const bytes = encoder.encode(text);
        for (const one of bytes) this.#one(one);
        continue;
      }
      const length = sequenceLength(source, at, end);
      if (length === 0) output.text('\ufffd');
      else if (length > 1) output.raw(source, at, at + length);
      else if (c !== 0 && c !== 13) this.#one(c);
      at += Math.max(1, length);
    }
  }

  #one(c: number): void {
    if (escaped.has(c)) {
      this.#inline.guardAddress();
      this.#output.byte(byte.backslash);
    }
    this.#output.byte(c);
  }
}
