import { escapeHtml, tableHtml } from '../html.ts';
import { requireFewCells } from '../table-size.ts';
import { attributeOf, childOf, childrenOf, contentOf, type Element, elementsOf, nameOf } from '../xml.ts';
import { openPackage, requirePart } from './office-package.ts';
import { trimRows } from './trim-rows.ts';

/** Repeated rows and cells are written out up to here: sheets end in a million empty ones. */
const mostRepeated = 1024;

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
  if (kind === 'text') return blocksHtml(body);
  return childrenOf(body, 'table')
    .map((table) => `<h2>${escapeHtml(attributeOf(table, 'name') ?? '')}</h2>\n${tableOf(table)}`)
    .join('\n');
}

function blocksHtml(parent: Element): string {
  return elementsOf(parent).map(blockHtml).join('\n');
}

function blockHtml(block: Element): string {
  switch (nameOf(block)) {
    case 'h': {
      const level = Math.min(6, Math.max(1, Number(attributeOf(block, 'outline-level') ?? 1) || 1));
      return `<h${level}>${inlineHtml(block)}</h${level}>`;
    }
    case 'p':
      return `<p>${inlineHtml(block)}</p>`;
    case 'list':
      return `<ul>${childrenOf(block, 'list-item')
        .map((item) => `<li>${elementsOf(item).map(insideItem).join('')}</li>`)
        .join('')}</ul>`;
    case 'table':
      return tableOf(block);
    case 'section':
      return blocksHtml(block);
    default:
      return '';
  }
}

/** Paragraphs in an item stand without marks of their own, so that the list stays a tight one. */
const insideItem = (block: Element): string =>
  nameOf(block) === 'p' || nameOf(block) === 'h' ? inlineHtml(block) : blockHtml(block);

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

function tableOf(table: Element): string {
  const rows: string[][] = [];
  for (const row of rowsOf(table)) {
    const cells = elementsOf(row)
      .filter((cell) => /^(?:covered-)?table-cell$/.test(nameOf(cell)))
      .flatMap((cell) =>
        repeated(cell, 'number-columns-repeated', childrenOf(cell, 'p').map(inlineHtml).join('<br>')),
      );
    rows.push(...repeated(row, 'number-rows-repeated', cells));
    requireFewCells(rows.length, 1);
  }
  return tableHtml(trimRows(rows));
}

/** Rows of a table, those of its head and of groups among them. */
const rowsOf = (table: Element): Element[] =>
  elementsOf(table).flatMap((child) => {
    if (nameOf(child) === 'table-row') return [child];
    return /^table-(?:header-rows|rows|row-group)$/.test(nameOf(child)) ? rowsOf(child) : [];
  });

const repeated = <T>(element: Element, attribute: string, value: T): T[] => {
  const times = Number(attributeOf(element, attribute) ?? 1);
  return Array.from({ length: Math.min(Math.max(1, times || 1), mostRepeated) }, () => value);
};
