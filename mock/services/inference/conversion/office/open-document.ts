import { conversionLimits as limits } from '../../../../../spec/services/inference/conversion.ts';
import { escapeHtml } from '../html.ts';
import { TableWriter } from '../table-writer.ts';
import {
  type Element,
  getAttribute,
  getChild,
  getChildren,
  getContent,
  getElements,
  getName,
} from '../xml.ts';
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
  const body = getChild(getChild(content, 'body'), kind);
  if (!body) return '';
  const tables = new TableWriter();
  if (kind === 'text') return blocksHtml(body, tables);
  return getChildren(body, 'table')
    .map((table) => `<h2>${escapeHtml(getAttribute(table, 'name') ?? '')}</h2>\n${toTable(table, tables)}`)
    .join('\n');
}

function blocksHtml(parent: Element, tables: TableWriter): string {
  return getElements(parent)
    .map((block) => blockHtml(block, tables))
    .join('\n');
}

function blockHtml(block: Element, tables: TableWriter): string {
  switch (getName(block)) {
    case 'h': {
      const level = Math.min(6, Math.max(1, Number(getAttribute(block, 'outline-level') ?? 1) || 1));
      return `<h${level}>${inlineHtml(block)}</h${level}>`;
    }
    case 'p':
      return `<p>${inlineHtml(block)}</p>`;
    case 'list':
      return `<ul>${getChildren(block, 'list-item')
        .map(
          (item) =>
            `<li>${getElements(item)
              .map((inner) => insideItem(inner, tables))
              .join('')}</li>`,
        )
        .join('')}</ul>`;
    case 'table':
      return toTable(block, tables);
    case 'section':
      return blocksHtml(block, tables);
    default:
      return '';
  }
}

/** Paragraphs in an item have no tags of their own, so that the list stays tight. */
const insideItem = (block: Element, tables: TableWriter): string =>
  getName(block) === 'p' || getName(block) === 'h' ? inlineHtml(block) : blockHtml(block, tables);

function inlineHtml(parent: Element): string {
  return getContent(parent)
    .map((piece) => {
      if (typeof piece === 'string') return escapeHtml(piece);
      switch (getName(piece)) {
        case 'a':
          return `<a href="${escapeHtml(getAttribute(piece, 'href') ?? '')}">${inlineHtml(piece)}</a>`;
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

function toTable(table: Element, tables: TableWriter): string {
  const rows: string[][] = [];
  for (const row of getRows(table)) {
    const cells: string[] = [];
    for (const cell of getElements(row)) {
      if (!/^(?:covered-)?table-cell$/.test(getName(cell))) continue;
      const html = getChildren(cell, 'p').map(inlineHtml).join('<br>');
      cells.push(...repeated(cell, 'number-columns-repeated', html));
      tables.requireRoom(cells.length);
    }
    rows.push(...repeated(row, 'number-rows-repeated', cells));
    tables.requireRoom(rows.length);
  }
  return tables.html(trimRows(rows));
}

/** Rows of a table, including those in its header and in groups. */
const getRows = (table: Element): Element[] =>
  getElements(table).flatMap((child) => {
    if (getName(child) === 'table-row') return [child];
    return /^table-(?:header-rows|rows|row-group)$/.test(getName(child)) ? getRows(child) : [];
  });

const repeated = <T>(element: Element, attribute: string, value: T): T[] => {
  const times = Number(getAttribute(element, attribute) ?? 1);
  return Array.from({ length: Math.min(Math.max(1, times || 1), limits.repeated) }, () => value);
};
