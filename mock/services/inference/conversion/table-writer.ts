import { conversionLimits } from '../../../../spec/services/inference/conversion.ts';
import { ConversionError } from './conversion-error.ts';

/** Limits of all tables of a file. */
type TableLimits = { readonly [Name in 'cells' | 'cellCharacters']: number };

/** Writes the tables of one file, and counts their content. */
export class TableWriter {
  readonly #most: TableLimits;
  #cells = 0;
  #characters = 0;

  constructor(most: TableLimits = conversionLimits) {
    this.#most = most;
  }

  /** Refuses cells beyond the limit of all tables; does not count them yet. @throws ConversionError */
  requireRoom(cells: number): void {
    if (this.#cells + cells <= this.#most.cells) return;
    throw new ConversionError(`The file has tables with more than ${this.#most.cells} cells`);
  }

  /** Rows of HTML as a table whose first row is the header; pads shorter rows. @throws ConversionError */
  html(rows: readonly (readonly string[])[]): string {
    if (rows.length === 0) return '';
    const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
    this.requireRoom(rows.length * width);
    this.#cells += rows.length * width;
    const line = (row: readonly string[], tag: 'th' | 'td') =>
      `<tr>${Array.from({ length: width }, (_, at) => `<${tag}>${this.#count(row[at] ?? '')}</${tag}>`).join('')}</tr>`;
    const [head = [], ...body] = rows;
    return `<table><thead>${line(head, 'th')}</thead><tbody>${body.map((row) => line(row, 'td')).join('')}</tbody></table>`;
  }
  /** Counts the characters of a cell: cells may share a text, but each writes it. */
  #count(cell: string): string {
    this.#characters += cell.length;
    if (this.#characters <= this.#most.cellCharacters) return cell;
    throw new ConversionError(`The file has tables with more than ${this.#most.cellCharacters} characters`);
  }
}
