import { conversionLimits as limits } from '../../../../../spec/services/inference/conversion.ts';
import { escapeHtml } from '../html.ts';
import { TableWriter } from '../table-writer.ts';
import { attributeOf, childOf, childrenOf, contentOf, type Element, elementsOf, nameOf } from '../xml.ts';
import { openPackage, requirePart } from './office-package.ts';
import { trimRows } from './trim-rows.ts';

/**
 * A text or a spreadsheet (OpenDocument 1.3) as HTML: headings, paragraphs, lists, tables and links; a
 * heading and a table for each sheet.
 *
 * @throws ConversionError
 */
export function openDocumentHtml(bytes: Uint8Array, kind: 'text' | 'spreadsheet'): string {
  const content = requirePart(openPackage(bytes), 'content.xml');
  const body = childOf(childOf(content, 'body'), kind);
  if (!body) return '';
  const tables = new TableWriter();
  if (kind === 'text') return blocksHtml(body, tables);
  return childrenOf(body, 'table')
    .map((table) => `<h2>${escapeHtml(attributeOf(table, 'name') ?? '')}</h2>\n${tableOf(table, tables)}`)
    .join('\n');
}

function blocksHtml(parent: Element, tables: TableWriter): string {
  return elementsOf(parent)
    .map((block) => blockHtml(block, tables))
    .join('\n');
}

function blockHtml(block: Element, tables: TableWriter): string {
  switch (nameOf(block)) {
    case 'h': {
      const level = Math.min(6, Math.max(1, Number(attributeOf(block, 'outline-level') ?? 1) || 1));
      return `<h${level}>${inlineHtml(block)}</h${level}>`;
    }
    case 'p':
      return `<p>${inlineHtml(block)}</p>`;
    case 'list':
      return `<ul>${childrenOf(block, 'list-item')
        .map(
          (item) =>
            `<li>${elementsOf(item)
              .map((inner) => insideItem(inner, tables))
              .join('')}</li>`,
        )
        .join('')}</ul>`;
    case 'table':
      return tableOf(block, tables);
    case 'section':
      return blocksHtml(block, tables);
    default:
      return '';
  }
}

/** Paragraphs in an item stand without marks of their own, so that the list stays a tight one. */
const insideItem = (block: Element, tables: TableWriter): string =>
  nameOf(block) === 'p' || nameOf(block) === 'h' ? inlineHtml(block) : blockHtml(block, tables);

function inlineHtml(parent: Element): string {
  return contentOf(parent)
    .map((piece) => {
      if (typeof piece === 'string') return escapeHtml(piece);
      switch (nameOf(piece)) {
        case 'a':
          return `<a href="${escapeHtml(attributeOf(piece, 'href') ?? '')}">${inlineHtml(piece)}</a>`;
        case 's':
        case 'tab':
          return ' ';
        case 'line-break':
          return '<br>';
        case 'span':
        case 'ruby-base':
        case 'ruby':
          return inlineHtml(piece);
        default:
          return '';
      }
    })
    .join('');
}

function tableOf(table: Element, tables: TableWriter): string {
  const rows: string[][] = [];
  for (const row of rowsOf(table)) {
    const cells: string[] = [];
    for (const cell of elementsOf(row)) {
      if (!/^(?:covered-)?table-cell$/.test(nameOf(cell))) continue;
      const html = childrenOf(cell, 'p').map(inlineHtml).join('<br>');
      cells.push(...repeated(cell, 'number-columns-repeated', html));
      tables.requireRoom(cells.length);
    }
    rows.push(...repeated(row, 'number-rows-repeated', cells));
    tables.requireRoom(rows.length);
  }
  return tables.html(trimRows(rows));
}

/** Rows of a table, those of its head and of groups among them. */
const rowsOf = (table: Element): Element[] =>
  elementsOf(table).flatMap((child) => {
    if (nameOf(child) === 'table-row') return [child];
    return /^table-(?:header-rows|rows|row-group)$/.test(nameOf(child)) ? rowsOf(child) : [];
  });

const repeated = <T>(element: Element, attribute: string, value: T): T[] => {
  const times = Number(attributeOf(element, attribute) ?? 1);
  return Array.from({ length: Math.min(Math.max(1, times || 1), limits.repeated) }, () => value);
};
