import { escapeHtml } from '../html.ts';
import { TableWriter } from '../table-writer.ts';
import { type Element, getAttribute, getChild, getChildren, getElements, getName, getText } from '../xml.ts';
import { type ListItem, listsHtml } from './lists.ts';
import { type OfficePackage, openPackage, requirePart } from './office-package.ts';

/** Definitions that a document's paragraphs and links refer to. */
interface Context {
  /** Heading level of a style, from 1. */
  readonly headings: ReadonlyMap<string, number>;
  /** Lists with numbered items. */
  readonly ordered: ReadonlySet<string>;
  /** URLs by the id of their relationship. */
  readonly links: ReadonlyMap<string, string>;
  readonly tables: TableWriter;
}

/**
 * A word processor document (ECMA-376, WordprocessingML) as HTML: headings, paragraphs, lists, tables, links, bold and
 * italic text. Tracked deletions are left out.
 *
 * @throws ConversionError
 */
export function docxHtml(bytes: Uint8Array): string {
  const office = openPackage(bytes);
  const body = getChild(requirePart(office, 'word/document.xml'), 'body');
  if (!body) return '';
  return blocksHtml(body, {
    headings: getHeadings(office),
    ordered: getOrderedLists(office),
    links: getLinks(office),
    tables: new TableWriter(),
  });
}

function blocksHtml(parent: Element, context: Context): string {
  const html: string[] = [];
  let items: ListItem[] = [];
  const flush = () => {
    if (items.length > 0) html.push(listsHtml(items));
    items = [];
  };
  for (const block of getElements(parent)) {
    const item = getName(block) === 'p' ? listItem(block, context) : undefined;
    if (item) {
      items.push(item);
      continue;
    }
    flush();
    if (getName(block) === 'p') html.push(paragraphHtml(block, context));
    else if (getName(block) === 'tbl') html.push(toTable(block, context));
    else if (getName(block) === 'sdt') html.push(blocksHtml(getChild(block, 'sdtContent') ?? block, context));
  }
  flush();
  return html.join('\n');
}

function listItem(paragraph: Element, context: Context): ListItem | undefined {
  const number = getChild(getChild(paragraph, 'pPr'), 'numPr');
  const list = getAttribute(getChild(number, 'numId'), 'val');
  // List 0 removes a paragraph from the list of its style.
  if (list === undefined || list === '0' || getHeading(paragraph, context) !== undefined) return undefined;
  const depth = Number(getAttribute(getChild(number, 'ilvl'), 'val') ?? 0);
  return { html: runsHtml(paragraph, context), depth, ordered: context.ordered.has(`${list} ${depth}`) };
}

function paragraphHtml(paragraph: Element, context: Context): string {
  const text = runsHtml(paragraph, context);
  if (text.trim() === '') return '';
  const level = getHeading(paragraph, context);
  return level === undefined ? `<p>${text}</p>` : `<h${level}>${text}</h${level}>`;
}

function getHeading(paragraph: Element, { headings }: Context): number | undefined {
  const style = getAttribute(getChild(getChild(paragraph, 'pPr'), 'pStyle'), 'val');
  return style === undefined ? undefined : headings.get(style);
}

function toTable(table: Element, context: Context): string {
  const rows = getChildren(table, 'tr').map((row) =>
    getChildren(row, 'tc').map((cell) =>
      getChildren(cell, 'p')
        .map((paragraph) => runsHtml(paragraph, context))
        .filter((html) => html !== '')
        .join('<br>'),
    ),
  );
  return context.tables.html(rows);
}

/** The text of a paragraph: its runs, and the elements around them. */
function runsHtml(parent: Element, context: Context): string {
  return getElements(parent)
    .map((child) => {
      switch (getName(child)) {
        case 'r':
          return runHtml(child);
        case 'hyperlink': {
          const href = context.links.get(getAttribute(child, 'id') ?? '');
          const text = runsHtml(child, context);
          return href === undefined ? text : `<a href="${escapeHtml(href)}">${text}</a>`;
        }
        case 'ins':
        case 'smartTag':
        case 'fldSimple':
          return runsHtml(child, context);
        case 'sdt':
          return runsHtml(getChild(child, 'sdtContent') ?? child, context);
        default:
          return '';
      }
    })
    .join('');
}

function runHtml(run: Element): string {
  const text = getElements(run)
    .map((piece) => {
      switch (getName(piece)) {
        case 't':
          return escapeHtml(getText(piece));
        case 'tab':
          return ' ';
        case 'br':
        case 'cr':
          return '<br>';
        case 'noBreakHyphen':
          return '-';
        default:
          return '';
      }
    })
    .join('');
  if (text.trim() === '') return text;
  const properties = getChild(run, 'rPr');
  const marked = isOn(getChild(properties, 'i')) ? `<em>${text}</em>` : text;
  return isOn(getChild(properties, 'b')) ? `<strong>${marked}</strong>` : marked;
}

/** ECMA-376, section 17.17.4: a property without a value is on. */
const isOn = (property: Element | undefined): boolean =>
  property !== undefined && !['0', 'false', 'off', 'none'].includes(getAttribute(property, 'val') ?? '1');

function getHeadings(office: OfficePackage): Map<string, number> {
  const styles = getChildren(office.part('word/styles.xml'), 'style').flatMap((style) => {
    const id = getAttribute(style, 'styleId');
    const name = getAttribute(getChild(style, 'name'), 'val') ?? '';
    const level = /^heading ([1-6])$/i.exec(name)?.[1] ?? (/^title$/i.test(name) ? '1' : undefined);
    return id === undefined || level === undefined ? [] : [[id, Number(level)] as const];
  });
  const usual = [1, 2, 3, 4, 5, 6].map((level) => [`Heading${level}`, level] as const);
  return new Map([...usual, ['Title', 1] as const, ...styles]);
}

/** Numbered lists and levels, as `<numId> <ilvl>`. */
function getOrderedLists(office: OfficePackage): Set<string> {
  const numbering = office.part('word/numbering.xml');
  const numbered = new Map(
    getChildren(numbering, 'abstractNum').map((abstract) => [
      getAttribute(abstract, 'abstractNumId'),
      getChildren(abstract, 'lvl').flatMap((level) => {
        const format = getAttribute(getChild(level, 'numFmt'), 'val');
        return format === 'bullet' || format === 'none' ? [] : [getAttribute(level, 'ilvl') ?? '0'];
      }),
    ]),
  );
  return new Set(
    getChildren(numbering, 'num').flatMap((list) => {
      const levels = numbered.get(getAttribute(getChild(list, 'abstractNumId'), 'val')) ?? [];
      return levels.map((level) => `${getAttribute(list, 'numId')} ${level}`);
    }),
  );
}

function getLinks(office: OfficePackage): Map<string, string> {
  const relationships = getChildren(office.part('word/_rels/document.xml.rels'), 'Relationship');
  return new Map(
    relationships.flatMap((relationship) => {
      const id = getAttribute(relationship, 'Id');
      const target = getAttribute(relationship, 'Target');
      const external = getAttribute(relationship, 'TargetMode') === 'External';
      return id !== undefined && target !== undefined && external ? [[id, target] as const] : [];
    }),
  );
}
