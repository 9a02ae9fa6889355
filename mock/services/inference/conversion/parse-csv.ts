import type { TableWriter } from './table-writer.ts';

/**
 * Rows of comma-separated values: RFC 4180, plus the lone line feeds and lone quotes of real files.
 *
 * @param tables enforces the limit of cells
 * @throws ConversionError for too many cells
 *
 * @example
 * parseCsv('a,"b ""c"""\r\n1,2\r\n', new TableWriter()) // [['a', 'b "c"'], ['1', '2']]
 */
export function parseCsv(text: string, tables: Pick<TableWriter, 'requireRoom'>): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  // One field, with the comma or line end after it; the last field may have none.
  const field = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n|\n|\r|$)/y;
  while (field.lastIndex < text.length) {
    tables.requireRoom(rows.length + row.length);
    const start = field.lastIndex;
    const match = field.exec(text);
    if (!match) {
      // A quoted field followed by other text: taken literally up to the next comma or line end.
      field.lastIndex = start;
      const end = endOfField(text, start);
      row.push(text.slice(start, end));
      field.lastIndex = end;
      if (text[end] === ',') field.lastIndex++;
      else {
        rows.push(row);
        row = [];
        field.lastIndex = end + (text.startsWith('\r\n', end) ? 2 : 1);
      }
      continue;
    }
    const [, quoted, plain = '', end] = match;
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',' && field.lastIndex < text.length) continue;
    if (end === ',') row.push('');
    rows.push(row);
    row = [];
  }
  return rows.filter((cells) => cells.length > 1 || cells[0] !== '');
}

function endOfField(text: string, start: number): number {
  const end = /[,\r\n]/g;
  end.lastIndex = start;
  return end.exec(text)?.index ?? text.length;
}
