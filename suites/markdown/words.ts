import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { ConformanceFailure } from '../harness/errors.ts';

/** Words of a text: runs of letters, marks and digits. */
export const toWords = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/**
 * The words of a Markdown text in order, with a mark before those of each heading, code block, item and quote. Ignores
 * addresses, alternative texts, tags and spelling.
 *
 * @example
 * blocksAndWords('# Hello *world*\n\n- `a`') // ['heading 1', 'Hello', 'world', 'item', 'a']
 */
export function blocksAndWords(markdown: string): string[] {
  const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const found: string[] = [];
  visit(tree, found);
  return found;
}

const marks: Readonly<Partial<Record<Nodes['type'], string>>> = {
  code: 'code block',
  listItem: 'item',
  blockquote: 'quote',
};

function visit(node: Nodes, found: string[]): void {
  const mark = node.type === 'heading' ? `heading ${node.depth}` : marks[node.type];
  const before = found.length;
  if (mark !== undefined) found.push(mark);
  if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell') {
    found.push(...toWords(getText(node)));
  } else if ('children' in node) {
    for (const child of node.children) visit(child, found);
  } else if (node.type === 'code') {
    found.push(...toWords(node.value));
  } else if (node.type === 'html') {
    found.push(...toWords(node.value.replace(/<[^>]*>/g, ' ')));
  }
  // A block without words may be missing.
  if (mark !== undefined && found.length === before + 1) found.pop();
}

/** The text of inline content, without tags. */
function getText(node: Nodes): string {
  if (node.type === 'text' || node.type === 'inlineCode') return node.value;
  if (node.type === 'break') return ' ';
  return 'children' in node ? node.children.map(getText).join('') : '';
}

/**
 * Fails unless a Markdown text has the blocks and words of a golden in order; it may have others.
 *
 * @throws ConformanceFailure that names the first missing one.
 */
export function hasBlocksAndWords(actual: string, golden: string): void {
  const expected = blocksAndWords(golden);
  const given = blocksAndWords(actual);
  let place = 0;
  for (const [index, each] of expected.entries()) {
    const at = given.indexOf(each, place);
    if (at < 0) {
      const around = expected.slice(Math.max(0, index - 4), index + 5).join(' ');
      throw new ConformanceFailure(`the Markdown lacks ${JSON.stringify(each)} in its place: ${around}`);
    }
    place = at + 1;
  }
}

/**
 * The content of elements of an HTML page.
 *
 * @param name name of the elements, lower case
 * @param isSelected selects elements by their opening tags; all by default
 */
function getInsides(page: string, name: string, isSelected: (tag: string) => boolean = () => true): string[] {
  const isRaw = name === 'script' || name === 'style';
  const found: string[] = [];
  let [depth, start] = [0, 0];
  for (const tag of page.matchAll(new RegExp(`<(/?)${name}\\b[^>]*>`, 'gi'))) {
    const closes = tag[1] === '/';
    if (depth === 0 && !closes && isSelected(tag[0])) {
      [depth, start] = [1, tag.index + tag[0].length];
    } else if (depth > 0 && (closes || !isRaw)) {
      depth += closes ? -1 : 1;
      if (depth === 0) found.push(page.slice(start, tag.index));
    }
  }
  return found;
}

/**
 * Fails when a text has a word that only occurs inside of some elements of a page.
 *
 * @throws ConformanceFailure that names the word.
 */
export function hasNoneOf(
  actual: string,
  page: string,
  name: string,
  isSelected?: (tag: string) => boolean,
): void {
  const insides = getInsides(page, name, isSelected);
  const outside = new Set(toWords(insides.reduce((rest, inside) => rest.replace(inside, ' '), page)));
  // Markdown may contain HTML, whose tags and attributes are no content.
  const given = new Set(toWords(actual.replace(/<\/?[a-z][^<>]*>/gi, ' ')));
  const left = insides.flatMap(toWords).find((word) => given.has(word) && !outside.has(word));
  if (left === undefined) return;
  throw new ConformanceFailure(`the Markdown has ${JSON.stringify(left)}, which is from <${name}>`);
}
