import { byte, isSpace } from './bytes.ts';
import type { Inline } from './inline.ts';
import { Output } from './output.ts';
import { referenceAt } from './references.ts';

/** Collects the content of a code span, and writes it between enough backticks (CommonMark, section 6.1). */
export class CodeSpan {
  readonly #output: Output;
  readonly #inline: Inline;
  readonly #content = new Output();
  /** How many elements that make a span are open: only the outermost does. */
  depth = 0;

  constructor(output: Output, inline: Inline) {
    this.#output = output;
    this.#inline = inline;
  }

  /** Adds text, references undone. Spaces stay as they are, but around a line end they are one. */
  write(source: Uint8Array, start: number, end: number): void {
    const content = this.#content;
    let at = start;
    while (at < end) {
      const c = source[at] ?? 0;
      if (c === byte.ampersand) {
        const reference = referenceAt(source, at, end);
        if (reference !== undefined) {
          content.text(reference.text);
          at = reference.end;
          continue;
        }
      }
      if (isSpace(c) && c !== byte.space) {
        while (content.last === byte.space) content.length--;
        while (at < end && isSpace(source[at] ?? 0)) at++;
        if (content.length > 0) content.byte(byte.space);
        this.#afterLineEnd = true;
        continue;
      }
      if (c === byte.space && this.#afterLineEnd && (content.length === 0 || content.last === byte.space)) {
        at++;
        continue;
      }
      this.#afterLineEnd = false;
      if (c !== 0) content.byte(c);
      at++;
    }
  }

  #afterLineEnd = false;

  /** Writes what was collected; nothing for nothing. */
  flush(inCell: boolean): void {
    const content = this.#content;
    if (this.#afterLineEnd) while (content.last === byte.space) content.length--;
    this.#afterLineEnd = false;
    if (content.length === 0) return;
    const bytes = content.bytes.subarray(0, content.length);
    const fence = '`'.repeat(fenceLength(bytes));
    this.#inline.beforeMarkup(byte.backtick);
    if (this.#inline.touches(byte.backtick)) this.#inline.separate();
    const output = this.#output;
    output.ascii(fence);
    if (needsPadding(bytes)) output.byte(byte.space);
    const text = new TextDecoder().decode(bytes);
    output.text(inCell ? text.replaceAll('|', '\\|') : text);
    if (needsPadding(bytes)) output.byte(byte.space);
    output.ascii(fence);
    this.#inline.touch(byte.backtick);
    content.length = 0;
  }
}

/** One more backtick than any run in the content that is as long. */
function fenceLength(bytes: Uint8Array): number {
  const runs = new Set<number>();
  let run = 0;
  for (const c of bytes) {
    if (c === byte.backtick) run++;
    else if (run > 0) {
      runs.add(run);
      run = 0;
    }
  }
  runs.add(run);
  let length = 1;
  while (runs.has(length)) length++;
  return length;
}

/** Whether a space on each side is needed, since one would be taken off or a backtick stands at the edge. */
function needsPadding(bytes: Uint8Array): boolean {
  const first = bytes[0];
  const last = bytes[bytes.length - 1];
  if (first === byte.backtick || last === byte.backtick) return true;
  return first === byte.space && last === byte.space && bytes.some((c) => c !== byte.space);
}
