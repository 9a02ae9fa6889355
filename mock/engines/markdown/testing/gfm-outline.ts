import type { Nodes, PhrasingContent, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { htmlOutline } from './html-outline.ts';
import { escaped } from './inline-arbitrary.ts';

/** The outline of what a reader of GFM makes of a Markdown text: paragraphs, tables and what is in them. */
export function gfmOutline(markdown: string): string {
  const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  return htmlOutline(childrenOf(tree));
}

/** The outline of what a second reader of CommonMark makes of a Markdown text that is paragraphs. */
export function micromarkOutline(markdown: string): string {
  return htmlOutline(childrenOf(fromMarkdown(markdown)));
}

const tags: Readonly<Record<string, string>> = {
  paragraph: 'p',
  emphasis: 'em',
  strong: 'strong',
  delete: 'del',
};

function htmlOf(node: Nodes): string {
  const tag = tags[node.type];
  if (tag !== undefined && 'children' in node) return `<${tag}>${childrenOf(node)}</${tag}>`;
  switch (node.type) {
    case 'text':
      return escaped(node.value);
    case 'html':
      return node.value;
    case 'inlineCode':
      return `<code>${escaped(node.value)}</code>`;
    case 'break':
      return '<br>';
    case 'link':
      return `<a href="${escaped(node.url)}"${titleOf(node.title)}>${childrenOf(node)}</a>`;
    case 'image':
      return `<img src="${escaped(node.url)}" alt="${escaped(node.alt ?? '')}"${titleOf(node.title)}>`;
    case 'table':
      return tableOf(node);
    default:
      // Nothing else is generated; what is read all the same shows as an element that is not expected.
      return `<${node.type}></${node.type}>`;
  }
}

function titleOf(title: string | null | undefined): string {
  return ` title="${escaped(title ?? '')}"`;
}

function childrenOf(parent: { readonly children: readonly Nodes[] }): string {
  return parent.children.map((child) => htmlOf(child)).join('');
}

function tableOf({ children: rows, align }: Table): string {
  const [head, ...others] = rows.map(({ children: cells }, index) => {
    const name = index === 0 ? 'th' : 'td';
    return `<tr>${cells.map((cell, column) => cellOf(name, cell, align?.[column])).join('')}</tr>`;
  });
  const body = others.length === 0 ? '' : `<tbody>${others.join('')}</tbody>`;
  return `<table><thead>${head}</thead>${body}</table>`;
}

function cellOf(
  name: string,
  cell: { readonly children: readonly PhrasingContent[] },
  align: string | null | undefined,
): string {
  const alignment = align === null || align === undefined ? '' : ` align="${align}"`;
  return `<${name}${alignment}>${childrenOf(cell)}</${name}>`;
}
