import { conversionLimits as limits } from '../../../../../spec/services/inference/conversion.ts';
import { escapeHtml, linesHtml } from '../html.ts';
import { TableWriter } from '../table-writer.ts';
import { attributeOf, childOf, childrenOf, type Element, textOf } from '../xml.ts';
import { type OfficePackage, openPackage, requirePart } from './office-package.ts';
import { trimRows } from './trim-rows.ts';

/**
 * A workbook (ECMA-376, SpreadsheetML) as HTML: a heading and a table for each sheet. Formulas give what they
 * last came to; numbers stand as they are stored, without the format of their cells.
 *
 * @throws ConversionError
 */
export function xlsxHtml(bytes: Uint8Array): string {
  const office = openPackage(bytes);
  const sheets = childrenOf(childOf(requirePart(office, 'xl/workbook.xml'), 'sheets'), 'sheet');
  const targets = targetsOf(office);
  const strings = stringsOf(office);
  const tables = new TableWriter();
  return sheets
    .map((sheet, at) => {
      const path = targets.get(attributeOf(sheet, 'id') ?? '') ?? `xl/worksheets/sheet${at + 1}.xml`;
      const name = attributeOf(sheet, 'name') ?? `Sheet${at + 1}`;
      const rows = rowsOf(requirePart(office, path), strings);
      return `<h2>${escapeHtml(name)}</h2>\n${tables.html(rows)}`;
    })
    .join('\n');
}

/** Paths of parts by the ids of their relationships. */
function targetsOf(office: OfficePackage): Map<string, string> {
  const relationships = childrenOf(office.part('xl/_rels/workbook.xml.rels'), 'Relationship');
  return new Map(
    relationships.map((relationship) => {
      const target = attributeOf(relationship, 'Target') ?? '';
      const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
      return [attributeOf(relationship, 'Id') ?? '', path] as const;
    }),
  );
}

/** The texts that cells name by their place, as HTML. */
function stringsOf(office: OfficePackage): string[] {
  return childrenOf(office.part('xl/sharedStrings.xml'), 'si').map((text) => linesHtml(richText(text)));
}

/** A text, whole or in runs; how Japanese words are read (`rPh`) stays out. */
const richText = (element: Element): string =>
  [...childrenOf(element, 't'), ...childrenOf(element, 'r').flatMap((run) => childrenOf(run, 't'))]
    .map(textOf)
    .join('');

function rowsOf(sheet: Element, strings: readonly string[]): string[][] {
  const rows = childrenOf(childOf(sheet, 'sheetData'), 'row').map((row) => {
    const cells: string[] = [];
    for (const cell of childrenOf(row, 'c')) {
      const place = columnOf(attributeOf(cell, 'r')) ?? cells.length;
      if (place >= limits.columns) continue;
      while (cells.length < place) cells.push('');
      cells[place] = cellHtml(cell, strings);
    }
    return cells;
  });
  return trimRows(rows);
}

function cellHtml(cell: Element, strings: readonly string[]): string {
  const value = textOf(childOf(cell, 'v'));
  switch (attributeOf(cell, 't')) {
    case 's':
      return strings[Number(value)] ?? '';
    case 'inlineStr': {
      const inline = childOf(cell, 'is');
      return inline ? linesHtml(richText(inline)) : '';
    }
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE';
    default:
      return linesHtml(value);
  }
}

/** The column of a reference such as `AB12`, from 0. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
