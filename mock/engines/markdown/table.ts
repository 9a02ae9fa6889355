import { markdownLimits } from '../../../spec/engine-limits.ts';
import type { Attributes } from './attributes.ts';
import { byte } from './bytes.ts';
import type { Inline } from './inline.ts';
import type { Layout } from './layout.ts';
import type { Output } from './output.ts';

type Alignment = 'left' | 'center' | 'right' | undefined;
/** Attributes of a cell, as they are located. */
const cellNames = ['colspan', 'rowspan', 'align', 'style'];
const rules = { left: ':---', center: ':---:', right: '---:' } as const;

/** Writes a table row by row (GFM, section 4.10): its first row is the head, and says how many columns there are. */
export class Table {
  readonly #output: Output;
  readonly #layout: Layout;
  readonly #inline: Inline;
  readonly #alignments: Alignment[] = [];
  /** For each of the first columns, into how many further rows a cell reaches. */
  readonly #reaching: number[] = [];
  /** Rows that are written to their end. */
  #rows = 0;
  #inRow = false;
  #column = 0;
  #span = 1;
  #floor: number | undefined;

  constructor(output: Output, layout: Layout, inline: Inline) {
    this.#output = output;
    this.#layout = layout;
    this.#inline = inline;
  }

  get hasRows(): boolean {
    return this.#rows > 0 || this.#inRow;
  }

  get hasOpenCell(): boolean {
    return this.#floor !== undefined;
  }

  openCell(attributes: Attributes | undefined): void {
    this.closeCell();
    if (!this.#inRow) this.#openRow();
    while (this.#reachesInto(this.#column)) this.#empty();
    const columns = this.#alignments.length;
    // A row may not have more cells than the head has: the words of the further ones go on in the last.
    const isFurther = this.#rows > 0 && this.#column >= columns;
    if (!isFurther) this.#output.ascii(this.#column === 0 ? '|' : ' |');
    attributes?.locate(cellNames);
    this.#span = spanOf(attributes?.select(0) ? attributes.text : undefined);
    if (this.#rows === 0) this.#alignments.push(alignmentOf(attributes));
    const rows = spanOf(attributes?.select(1) ? attributes.text : undefined, 65_534) - 1;
    for (let i = 0; i < this.#span && this.#column + i < markdownLimits.span; i++) {
      if (rows > 0) this.#reaching[this.#column + i] = rows;
    }
    this.#floor = this.#inline.enter();
    this.#inline.flat++;
    this.#inline.space = true;
  }

  closeCell(): void {
    if (this.#floor === undefined) return;
    this.#inline.leave(this.#floor);
    this.#inline.endOfCell();
    this.#inline.flat--;
    this.#floor = undefined;
    this.#column++;
    for (; this.#span > 1; this.#span--) {
      if (this.#rows > 0 && this.#column >= this.#alignments.length) break;
      this.#empty();
      if (this.#rows === 0) this.#alignments.push(undefined);
    }
  }

  closeRow(): void {
    this.closeCell();
    if (!this.#inRow) return;
    this.#inRow = false;
    this.#output.ascii(' |');
    if (this.#rows++ > 0) return;
    this.#layout.line();
    this.#output.byte(byte.pipe);
    for (const alignment of this.#alignments) {
      this.#output.ascii(` ${alignment === undefined ? '---' : rules[alignment]} |`);
    }
  }

  close(): void {
    this.closeRow();
    this.#layout.end();
  }

  #openRow(): void {
    if (this.#rows === 0) this.#layout.begin('table');
    else this.#layout.line();
    this.#inRow = true;
    this.#column = 0;
  }

  /** Whether a cell of a row above stands in a column; then it is one row less. */
  #reachesInto(column: number): boolean {
    const rows = this.#reaching[column] ?? 0;
    if (rows === 0 || this.#rows === 0 || column >= this.#alignments.length) return false;
    this.#reaching[column] = rows - 1;
    return true;
  }

  #empty(): void {
    this.#output.ascii(this.#column === 0 ? '|' : ' |');
    this.#column++;
  }
}

function spanOf(written: string | undefined, most: number = markdownLimits.span): number {
  if (written === undefined) return 1;
  const span = Number.parseInt(written, 10);
  return span > 1 ? Math.min(span, most) : 1;
}

function alignmentOf(attributes: Attributes | undefined): Alignment {
  const written =
    attributes?.get('align') ?? /text-align:\s*(\w+)/i.exec(attributes?.get('style') ?? '')?.[1];
  const alignment = written?.toLowerCase();
  return alignment === 'left' || alignment === 'center' || alignment === 'right' ? alignment : undefined;
}
