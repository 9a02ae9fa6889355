import { conversionLimits as limits } from '../../../../../spec/services/inference/conversion.ts';
import { escapeHtml, linesHtml } from '../html.ts';
import { TableWriter } from '../table-writer.ts';
import { type Element, getAttribute, getChild, getChildren, getText } from '../xml.ts';
import { type OfficePackage, openPackage, requirePart } from './office-package.ts';
import { trimRows } from './trim-rows.ts';

/**
 * A workbook (ECMA-376, SpreadsheetML) as HTML: a heading and a table for each sheet. Formulas appear as their last
 * result, and numbers as stored, without the format of their cells.
 *
 * @throws ConversionError
 */
export function xlsxHtml(bytes: Uint8Array): string {
  const office = openPackage(bytes);
  const sheets = getChildren(getChild(requirePart(office, 'xl/workbook.xml'), 'sheets'), 'sheet');
  const targets = getTargets(office);
  const strings = getStrings(office);
  const tables = new TableWriter();
  return sheets
    .map((sheet, at) => {
      const path = targets.get(getAttribute(sheet, 'id') ?? '') ?? `xl/worksheets/sheet${at + 1}.xml`;
      const name = getAttribute(sheet, 'name') ?? `Sheet${at + 1}`;
      const rows = getRows(requirePart(office, path), strings);
      return `<h2>${escapeHtml(name)}</h2>\n${tables.html(rows)}`;
    })
    .join('\n');
}

/** Paths of parts by the ids of their relationships. */
function getTargets(office: OfficePackage): Map<string, string> {
  const relationships = getChildren(office.part('xl/_rels/workbook.xml.rels'), 'Relationship');
  return new Map(
    relationships.map((relationship) => {
      const target = getAttribute(relationship, 'Target') ?? '';
      const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
      return [getAttribute(relationship, 'Id') ?? '', path] as const;
    }),
  );
}

/** The shared strings that cells refer to by index, as HTML. */
function getStrings(office: OfficePackage): string[] {
  return getChildren(office.part('xl/sharedStrings.xml'), 'si').map((text) => linesHtml(richText(text)));
}

/** A string, whole or in runs, without the phonetic reading of Japanese words (`rPh`). */
const richText = (element: Element): string =>
  [...getChildren(element, 't'), ...getChildren(element, 'r').flatMap((run) => getChildren(run, 't'))]
    .map(getText)
    .join('');

function getRows(sheet: Element, strings: readonly string[]): string[][] {
  const rows = getChildren(getChild(sheet, 'sheetData'), 'row').map((row) => {
    const cells: string[] = [];
    for (const cell of getChildren(row, 'c')) {
      const place = toColumn(getAttribute(cell, 'r')) ?? cells.length;
      if (place >= limits.columns) continue;
      while (cells.length < place) cells.push('');
      cells[place] = cellHtml(cell, strings);
    }
    return cells;
  });
  return trimRows(rows);
}

function cellHtml(cell: Element, strings: readonly string[]): string {
  const value = getText(getChild(cell, 'v'));
  switch (getAttribute(cell, 't')) {
    case 's':
      return strings[Number(value)] ?? '';
    case 'inlineStr': {
      const inline = getChild(cell, 'is');
      return inline ? linesHtml(richText(inline)) : '';
    }
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE';
    default:
      return linesHtml(value);
  }
}

/** The column of a reference such as `AB12`, from 0. */
function toColumn(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
