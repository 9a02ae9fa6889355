import type { Nodes, Parents } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/**
 * The syntax tree of a Markdown text (CommonMark with GFM) as an outline: one line per node, indented below its parent,
 * so that two outlines can be compared and shown line by line.
 *
 * Spelling does not matter: the outline omits positions and `spread`, joins adjacent texts, and shows a soft line break
 * as a space and a reference link as a link.
 *
 * @example
 * markdownOutline('# Hello *world*')
 * // 'heading 1\n  text "Hello "\n  emphasis\n    text "world"'
 */
export function markdownOutline(markdown: string): string {
  const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const lines: string[] = [];
  writeChildren(tree, 0, lines, getDefinitions(tree));
  return lines.join('\n');
}

type Definitions = ReadonlyMap<string, { readonly url: string; readonly title: string }>;

function write(node: Nodes, depth: number, lines: string[], definitions: Definitions): void {
  const label = describe(node, definitions);
  if (label === undefined) return;
  lines.push(`${'  '.repeat(depth)}${label}`);
  if ('children' in node) writeChildren(node, depth + 1, lines, definitions);
}

function writeChildren(parent: Parents, depth: number, lines: string[], definitions: Definitions): void {
  let text = '';
  const flush = () => {
    if (text !== '')
      lines.push(`${'  '.repeat(depth)}text ${JSON.stringify(text.replace(/\s*\n\s*/g, ' '))}`);
    text = '';
  };
  for (const child of parent.children) {
    if (child.type === 'text') {
      text += child.value;
      continue;
    }
    flush();
    write(child, depth, lines, definitions);
  }
  flush();
}

/** A node without its children; undefined for nodes that the rendered text does not show. */
function describe(node: Nodes, definitions: Definitions): string | undefined {
  switch (node.type) {
    case 'definition':
      return undefined;
    case 'heading':
      return `heading ${node.depth}`;
    case 'list':
      return node.ordered ? `ordered list from ${node.start ?? 1}` : 'list';
    case 'listItem':
      return typeof node.checked === 'boolean' ? `item ${node.checked ? '[x]' : '[ ]'}` : 'item';
    case 'code':
      return `code block${node.lang ? ` ${node.lang}` : ''}${node.meta ? ` (${node.meta})` : ''} ${JSON.stringify(node.value)}`;
    case 'inlineCode':
      return `code ${JSON.stringify(node.value)}`;
    case 'html':
      return `html ${JSON.stringify(node.value)}`;
    case 'table':
      return `table ${(node.align ?? []).map((align) => align ?? 'none').join(' ')}`;
    case 'link':
      return `link ${target(node.url, node.title)}`;
    case 'image':
      return `image ${target(node.url, node.title)} ${JSON.stringify(node.alt ?? '')}`;
    case 'linkReference':
    case 'imageReference': {
      const { url, title } = definitions.get(node.identifier) ?? { url: `[${node.identifier}]`, title: '' };
      return node.type === 'linkReference'
        ? `link ${target(url, title)}`
        : `image ${target(url, title)} ${JSON.stringify(node.alt ?? '')}`;
    }
    case 'footnoteReference':
    case 'footnoteDefinition':
      return `${node.type} ${node.identifier}`;
    case 'text':
      return `text ${JSON.stringify(node.value)}`;
    default:
      return node.type;
  }
}

const target = (url: string, title: string | null | undefined): string =>
  `<${url}>${title ? ` ${JSON.stringify(title)}` : ''}`;

function getDefinitions(tree: Nodes): Definitions {
  const found = new Map<string, { url: string; title: string }>();
  const visit = (node: Nodes) => {
    if (node.type === 'definition' && !found.has(node.identifier)) {
      found.set(node.identifier, { url: node.url, title: node.title ?? '' });
    }
    if ('children' in node) for (const child of node.children) visit(child);
  };
  visit(tree);
  return found;
}
