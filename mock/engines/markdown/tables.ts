import type { Attributes } from './attributes.ts';
import { byte } from './bytes.ts';
import { type Element, elementCalled, type Kind, kinds } from './elements.ts';
import type { Inline } from './inline.ts';
import type { Layout } from './layout.ts';
import type { OpenElements } from './open-elements.ts';
import type { Output } from './output.ts';
import { Table } from './table.ts';
import type { TextWriter } from './text.ts';

export interface TableParts {
  readonly output: Output;
  readonly layout: Layout;
  readonly inline: Inline;
  readonly text: TextWriter;
  readonly open: OpenElements;
  /** Noted of elements that are opened where no line may end. */
  readonly flat: number;
}

const row = elementCalled('tr');
const tableContext: ReadonlySet<Kind> = new Set([kinds.table]);
const rowsContext: ReadonlySet<Kind> = new Set([kinds.table, kinds.rowGroup]);
const cellsContext: ReadonlySet<Kind> = new Set([kinds.table, kinds.rowGroup, kinds.row]);

/** What is kept as HTML within the cell of a table, where Markdown has no blocks. */
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

/** The tables of a page that are open, and what stands in their cells. */
export class Tables {
  readonly #parts: TableParts;
  /** Undefined is a table within a cell, which is kept as HTML. */
  readonly #tables: (Table | undefined)[] = [];
  #inCaption = false;

  constructor(parts: TableParts) {
    this.#parts = parts;
  }

  /** Whether a row was written and none of its cells is open, so that text has no place. */
  get awaitsCell(): boolean {
    const { length } = this.#tables;
    if (length === 0) return false;
    const table = this.#tables[length - 1];
    return table?.hasRows === true && !table.hasOpenCell && !this.#inCaption;
  }

  /** Opens a cell for what stands in none. */
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
    // Parts of a table that stand in none have no effect (HTML, section 13.2.6.4.7).
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

  /** Writes the start tag of what is kept in a cell; elsewhere a space stands for it. */
  openTag(element: Element): void {
    this.#tag(element, `<${element.name}>`);
  }

  closeTag(element: Element): void {
    this.#parts.inline.dropBreaks();
    this.#tag(element, `</${element.name}>`);
  }

  /** Notes that a table is closed that was kept as HTML. */
  closedNested(): void {
    this.#tables.pop();
  }

  /** Closes a part of a table, or a table. */
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
    // A cell without a row has one all the same.
    if (element.kind === kinds.cell && open.innermost?.kind !== kinds.row) this.openPart(row, attributes);
    if (open.push(element, flat)) this.openTag(element);
  }

  #closeRow(): void {
    this.#tables.at(-1)?.closeRow();
    this.#parts.text.inCell = false;
  }

  /** Writes a tag that is kept, without spaces around but those of the cell's edge. */
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
