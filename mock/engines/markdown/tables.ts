import { markdownLimits } from '../../../spec/engine-limits.ts';
import type { Attributes } from './attributes.ts';
import { byte } from './bytes.ts';
import { type Element, elementCalled, type Kind, kinds } from './elements.ts';
import type { Inline } from './inline.ts';
import { getNumber, type Layout } from './layout.ts';
import type { OpenElements } from './open-elements.ts';
import type { Output } from './output.ts';
import type { TextWriter } from './text.ts';

type Alignment = 'left' | 'center' | 'right' | undefined;
/** Attributes of a cell, in the order in which they are located. */
const cellNames = ['colspan', 'rowspan', 'align', 'style'];
const rules = { left: ':---', center: ':---:', right: '---:' } as const;

/** Writes a table row by row (GFM, section 4.10). The first row is the header, and sets the number of columns. */
class Table {
  readonly #output: Output;
  readonly #layout: Layout;
  readonly #inline: Inline;
  readonly #alignments: Alignment[] = [];
  /** For each of the first columns, the number of further rows that a cell spans. */
  readonly #reaching: number[] = [];
  /** Completed rows. */
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
    // A row may not have more cells than the header: the text of excess cells goes into the last.
    const isFurther = this.#rows > 0 && this.#column >= columns;
    if (!isFurther) this.#output.ascii(this.#column === 0 ? '|' : ' |');
    attributes?.locate(cellNames);
    this.#span = getSpan(attributes?.select(0) ? attributes.text : undefined);
    if (this.#rows === 0) this.#alignments.push(getAlignment(attributes));
    const rows = getSpan(attributes?.select(1) ? attributes.text : undefined, 65_534) - 1;
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

  /** Whether a cell of an earlier row spans this column; if so, decrements its remaining rows. */
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

function getSpan(written: string | undefined, most: number = markdownLimits.span): number {
  if (written === undefined) return 1;
  const span = Number.parseInt(written, 10);
  return span > 1 ? Math.min(span, most) : 1;
}

function getAlignment(attributes: Attributes | undefined): Alignment {
  const written =
    attributes?.get('align') ?? /text-align:\s*(\w+)/i.exec(attributes?.get('style') ?? '')?.[1];
  const alignment = written?.toLowerCase();
  return alignment === 'left' || alignment === 'center' || alignment === 'right' ? alignment : undefined;
}

interface TableParts {
  readonly output: Output;
  readonly layout: Layout;
  readonly inline: Inline;
  readonly text: TextWriter;
  readonly open: OpenElements;
  /** State of elements that are opened where no line may end. */
  readonly flat: number;
}

const row = elementCalled('tr');
const tableContext: ReadonlySet<Kind> = new Set([kinds.table]);
const rowsContext: ReadonlySet<Kind> = new Set([kinds.table, kinds.rowGroup]);
const cellsContext: ReadonlySet<Kind> = new Set([kinds.table, kinds.rowGroup, kinds.row]);

/** Elements kept as HTML within a table cell, where Markdown has no blocks. */
const keptInCells: ReadonlySet<Kind> = new Set([
  kinds.list,
  kinds.item,
  kinds.heading,
  kinds.quote,
  kinds.preformatted,
  kinds.rule,
  kinds.table,
  kinds.row,
  kinds.cell,
  kinds.caption,
  kinds.kept,
  kinds.summary,
  kinds.terms,
  kinds.term,
]);

/** The open tables of a page, and the content of their cells. */
export class Tables {
  readonly #parts: TableParts;
  /** Undefined is a table within a cell, which is kept as HTML. */
  readonly #tables: (Table | undefined)[] = [];
  #inCaption = false;

  constructor(parts: TableParts) {
    this.#parts = parts;
  }

  /** Whether a row was written and no cell is open, so that text has no place. */
  get awaitsCell(): boolean {
    const { length } = this.#tables;
    if (length === 0) return false;
    const table = this.#tables[length - 1];
    return table?.hasRows === true && !table.hasOpenCell && !this.#inCaption;
  }

  /** Opens a cell for content outside any cell. */
  openImpliedCell(): void {
    this.#tables.at(-1)?.openCell(undefined);
    this.#parts.text.inCell = true;
  }

  openTable(element: Element): void {
    const { output, layout, inline, open, flat } = this.#parts;
    if (inline.flat === 0) {
      if (open.push(element)) this.#tables.push(new Table(output, layout, inline));
    } else if (open.push(element, flat)) {
      this.openTag(element);
      this.#tables.push(undefined);
    }
  }

  openPart(element: Element, attributes: Attributes): void {
    // Parts of a table outside a table have no effect (HTML, section 13.2.6.4.7).
    if (this.#tables.length === 0) return;
    const { inline, open, text } = this.#parts;
    const { kind } = element;
    const context = kind === kinds.cell ? cellsContext : kind === kinds.row ? rowsContext : tableContext;
    open.closeWithin(context);
    const table = this.#tables.at(-1);
    if (table === undefined) {
      this.#openNested(element, attributes);
      return;
    }
    if (kind === kinds.row || kind === kinds.rowGroup) this.#closeRow();
    if (kind === kinds.caption && !table.hasRows) {
      inline.end();
      this.#inCaption = open.push(element);
    } else if (open.push(element) && kind === kinds.cell) {
      table.openCell(attributes);
      text.inCell = true;
    }
  }

  /** Writes the start tag of an element kept in a cell, with the number of an item; elsewhere a space. */
  openTag(element: Element, attributes?: Attributes): void {
    const { kind, name } = element;
    const attribute = name === 'ol' ? 'start' : kind === kinds.item ? 'value' : undefined;
    const number = attribute === undefined ? undefined : getNumber(attributes?.get(attribute));
    this.#tag(element, number === undefined ? `<${name}>` : `<${name} ${attribute}="${number}">`);
  }

  closeTag(element: Element): void {
    this.#parts.inline.dropBreaks();
    this.#tag(element, `</${element.name}>`);
  }

  /** Records that a table kept as HTML is closed. */
  closedNested(): void {
    this.#tables.pop();
  }

  /** Closes a table or a part of one. */
  closed({ kind }: Element): void {
    const { inline, text } = this.#parts;
    switch (kind) {
      case kinds.table:
        this.#tables.pop()?.close();
        text.inCell = false;
        return;
      case kinds.cell:
        this.#tables.at(-1)?.closeCell();
        text.inCell = false;
        return;
      case kinds.caption:
        this.#inCaption = false;
        inline.end();
        return;
      default:
        this.#closeRow();
    }
  }

  #openNested(element: Element, attributes: Attributes): void {
    const { open, flat } = this.#parts;
    // A cell without a row gets one.
    if (element.kind === kinds.cell && open.innermost?.kind !== kinds.row) this.openPart(row, attributes);
    if (open.push(element, flat)) this.openTag(element);
  }

  #closeRow(): void {
    this.#tables.at(-1)?.closeRow();
    this.#parts.text.inCell = false;
  }

  /** Writes a kept tag, without adjacent spaces except at the cell's edge. */
  #tag({ kind }: Element, tag: string): void {
    const { inline, output, text } = this.#parts;
    if (!text.inCell || !keptInCells.has(kind)) {
      inline.space = true;
      return;
    }
    if (output.last !== byte.pipe) inline.space = false;
    inline.beforeMarkup(byte.less);
    output.ascii(tag);
    inline.space = false;
  }
}
