import { ConversionError } from './conversion-error.ts';

/** Cells that one table may have; a table that is longer helps no reader, and would fill the memory. */
const mostCells = 1_000_000;

/**
 * Says no to a table with too many cells.
 *
 * @throws ConversionError
 */
export function requireFewCells(rows: number, columns: number): void {
  if (rows * columns > mostCells) {
    throw new ConversionError(`The file has a table of more than ${mostCells} cells`);
  }
}
