import { byte } from './bytes.ts';
import { sequenceLength } from './characters.ts';
import type { Inline } from './inline.ts';
import type { Output } from './output.ts';
import { References } from './references.ts';

const encoder = new TextEncoder();
/** What Markdown or the cell would read as something else. */
const escaped: ReadonlySet<number> = new Set([...'\\*_[]`~|<&'].map((c) => c.charCodeAt(0)));

/**
 * Writes the text of a `pre` within a cell, where no line may end and no fence may stand: spaces stay, and
 * `<br>` stands for line ends.
 */
export class CellCode {
  readonly #output: Output;
  readonly #inline: Inline;
  readonly #references = new References();
  /** How many `pre` are open. */
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
    // A line end right behind the start tag is none (HTML, section 13.2.6.4.7).
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
    if (escaped.has(c)) this.#output.byte(byte.backslash);
    this.#output.byte(c);
  }
}
