import { requireFewCells } from './table-size.ts';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as HTML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (one) => escapes[one] as string);

/** Text of several lines as HTML. */
export const linesHtml = (text: string): string => escapeHtml(text).replace(/\r\n|\r|\n/g, '<br>');

/** Rows of HTML as a table whose first row is its head; shorter rows are filled up. @throws ConversionError */
export function tableHtml(rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  requireFewCells(rows.length, width);
  const line = (row: readonly string[], tag: 'th' | 'td') =>
    `<tr>${Array.from({ length: width }, (_, at) => `<${tag}>${row[at] ?? ''}</${tag}>`).join('')}</tr>`;
  const [head = [], ...body] = rows;
  return `<table><thead>${line(head, 'th')}</thead><tbody>${body.map((row) => line(row, 'td')).join('')}</tbody></table>`;
}
