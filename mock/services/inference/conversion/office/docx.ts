import { escapeHtml } from '../html.ts';
import { TableWriter } from '../table-writer.ts';
import { attributeOf, childOf, childrenOf, type Element, elementsOf, nameOf, textOf } from '../xml.ts';
import { type ListItem, listsHtml } from './lists.ts';
import { type OfficePackage, openPackage, requirePart } from './office-package.ts';

/** What a document says elsewhere about its paragraphs and links. */
interface Context {
  /** Level of the heading that a style makes, from 1. */
  readonly headings: ReadonlyMap<string, number>;
  /** Lists whose items are numbered. */
  readonly ordered: ReadonlySet<string>;
  /** Addresses by the id of their relationship. */
  readonly links: ReadonlyMap<string, string>;
  readonly tables: TableWriter;
}

/**
 * A document of a word processor (ECMA-376, WordprocessingML) as HTML: headings, paragraphs, lists, tables,
 * links, bold and italic text. What was deleted while changes were tracked stays out.
 *
 * @throws ConversionError
 */
export function docxHtml(bytes: Uint8Array): string {
  const office = openPackage(bytes);
  const body = childOf(requirePart(office, 'word/document.xml'), 'body');
  if (!body) return '';
  return blocksHtml(body, {
    headings: headingsOf(office),
    ordered: orderedOf(office),
    links: linksOf(office),
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
  for (const block of elementsOf(parent)) {
    const item = nameOf(block) === 'p' ? listItem(block, context) : undefined;
    if (item) {
      items.push(item);
      continue;
    }
    flush();
    if (nameOf(block) === 'p') html.push(paragraphHtml(block, context));
    else if (nameOf(block) === 'tbl') html.push(tableOf(block, context));
    else if (nameOf(block) === 'sdt') html.push(blocksHtml(childOf(block, 'sdtContent') ?? block, context));
  }
  flush();
  return html.join('\n');
}

function listItem(paragraph: Element, context: Context): ListItem | undefined {
  const number = childOf(childOf(paragraph, 'pPr'), 'numPr');
  const list = attributeOf(childOf(number, 'numId'), 'val');
  // The list 0 takes a paragraph out of the list of its style.
  if (list === undefined || list === '0' || headingOf(paragraph, context) !== undefined) return undefined;
  const depth = Number(attributeOf(childOf(number, 'ilvl'), 'val') ?? 0);
  return { html: runsHtml(paragraph, context), depth, ordered: context.ordered.has(`${list} ${depth}`) };
}

function paragraphHtml(paragraph: Element, context: Context): string {
  const text = runsHtml(paragraph, context);
  if (text.trim() === '') return '';
  const level = headingOf(paragraph, context);
  return level === undefined ? `<p>${text}</p>` : `<h${level}>${text}</h${level}>`;
}

function headingOf(paragraph: Element, { headings }: Context): number | undefined {
  const style = attributeOf(childOf(childOf(paragraph, 'pPr'), 'pStyle'), 'val');
  return style === undefined ? undefined : headings.get(style);
}

function tableOf(table: Element, context: Context): string {
  const rows = childrenOf(table, 'tr').map((row) =>
    childrenOf(row, 'tc').map((cell) =>
      childrenOf(cell, 'p')
        .map((paragraph) => runsHtml(paragraph, context))
        .filter((html) => html !== '')
        .join('<br>'),
    ),
  );
  return context.tables.html(rows);
}

/** The text of a paragraph: its runs, and what stands around some of them. */
function runsHtml(parent: Element, context: Context): string {
  return elementsOf(parent)
    .map((child) => {
      switch (nameOf(child)) {
        case 'r':
          return runHtml(child);
        case 'hyperlink': {
          const href = context.links.get(attributeOf(child, 'id') ?? '');
          const text = runsHtml(child, context);
          return href === undefined ? text : `<a href="${escapeHtml(href)}">${text}</a>`;
        }
        case 'ins':
        case 'smartTag':
        case 'fldSimple':
          return runsHtml(child, context);
        case 'sdt':
          return runsHtml(childOf(child, 'sdtContent') ?? child, context);
        default:
          return '';
      }
    })
    .join('');
}

function runHtml(run: Element): string {
  const text = elementsOf(run)
    .map((piece) => {
      switch (nameOf(piece)) {
        case 't':
          return escapeHtml(textOf(piece));
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
  const properties = childOf(run, 'rPr');
  const marked = isOn(childOf(properties, 'i')) ? `<em>${text}</em>` : text;
  return isOn(childOf(properties, 'b')) ? `<strong>${marked}</strong>` : marked;
}

/** ECMA-376, section 17.17.4: a property that is there is on unless it says otherwise. */
const isOn = (property: Element | undefined): boolean =>
  property !== undefined && !['0', 'false', 'off', 'none'].includes(attributeOf(property, 'val') ?? '1');

function headingsOf(office: OfficePackage): Map<string, number> {
  const styles = childrenOf(office.part('word/styles.xml'), 'style').flatMap((style) => {
    const id = attributeOf(style, 'styleId');
    const name = attributeOf(childOf(style, 'name'), 'val') ?? '';
    const level = /^heading ([1-6])$/i.exec(name)?.[1] ?? (/^title$/i.test(name) ? '1' : undefined);
    return id === undefined || level === undefined ? [] : [[id, Number(level)] as const];
  });
  const usual = [1, 2, 3, 4, 5, 6].map((level) => [`Heading${level}`, level] as const);
  return new Map([...usual, ['Title', 1] as const, ...styles]);
}

/** Lists and depths, as `<numId> <ilvl>`, whose items are numbered. */
function orderedOf(office: OfficePackage): Set<string> {
  const numbering = office.part('word/numbering.xml');
  const numbered = new Map(
    childrenOf(numbering, 'abstractNum').map((abstract) => [
      attributeOf(abstract, 'abstractNumId'),
      childrenOf(abstract, 'lvl').flatMap((level) => {
        const format = attributeOf(childOf(level, 'numFmt'), 'val');
        return format === 'bullet' || format === 'none' ? [] : [attributeOf(level, 'ilvl') ?? '0'];
      }),
    ]),
  );
  return new Set(
    childrenOf(numbering, 'num').flatMap((list) => {
      const levels = numbered.get(attributeOf(childOf(list, 'abstractNumId'), 'val')) ?? [];
      return levels.map((level) => `${attributeOf(list, 'numId')} ${level}`);
    }),
  );
}

function linksOf(office: OfficePackage): Map<string, string> {
  const relationships = childrenOf(office.part('word/_rels/document.xml.rels'), 'Relationship');
  return new Map(
    relationships.flatMap((relationship) => {
      const id = attributeOf(relationship, 'Id');
      const target = attributeOf(relationship, 'Target');
      const external = attributeOf(relationship, 'TargetMode') === 'External';
      return id !== undefined && target !== undefined && external ? [[id, target] as const] : [];
    }),
  );
}
