import { createDocument } from '@mixmark-io/domino';
import { HtmlRenderer, Parser } from 'commonmark';
import type { Nodes, PhrasingContent, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { escaped } from './arbitraries.ts';

/** Characters that Markdown renderers leave unchanged. */
const kept = /[A-Za-z0-9;/?:@&=+$,\-_.!~*'()#]/;

/**
 * A URL with everything percent-encoded that some renderer encodes, so that two spellings of one URL are equal.
 * Existing encoding stays: `%2F` is not a slash.
 *
 * @example
 * normalizedUrl('/a b?c=[d]%5b') // '/a%20b?c=%5Bd%5D%5B'
 */
function normalizedUrl(url: string): string {
  let normalized = '';
  for (const [piece] of url
    .replace(/[\t\n\r]/g, '')
    .trim()
    .matchAll(/%[0-9a-f]{2}|[\s\S]/giu)) {
    if (piece.length === 3 && piece.startsWith('%')) normalized += piece.toUpperCase();
    else normalized += kept.test(piece) ? piece : encodeURIComponent(piece.toWellFormed());
  }
  return normalized;
}

const blocks: ReadonlySet<string> = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre hr table thead tbody tr th td'.split(' '),
);

/** A text, or an element with the properties that are compared. */
type Piece =
  | string
  | { readonly label: string; readonly isBlock: boolean; readonly children: readonly Piece[] };

/**
 * The tree of a piece of HTML as an outline, one line per node, so that two trees can be compared and shown line by
 * line. It ignores what CommonMark's own comparison of HTML ignores: comments, runs of whitespace, whitespace at the
 * edges of blocks and around line breaks, the order of attributes, whitespace in `alt`, an empty `alt` or `title`, and
 * which characters of a URL are percent-encoded.
 *
 * @example
 * htmlOutline('<p>Hello <em>world</em></p>')
 * // 'p\n  "Hello "\n  em\n    "world"'
 */
export function htmlOutline(html: string): string {
  const { body } = createDocument(`<!doctype html><body>${html.trim()}`);
  const lines: string[] = [];
  write(tidy(getPieces(body, false), true), 0, lines);
  return lines.join('\n');
}

function getPieces(parent: Node, isPreformatted: boolean): Piece[] {
  const pieces: Piece[] = [];
  for (const node of Array.from(parent.childNodes)) {
    if (node.nodeType === 3) {
      const text = node.nodeValue ?? '';
      const last = pieces.at(-1);
      if (typeof last === 'string') pieces[pieces.length - 1] = last + text;
      else pieces.push(text);
    } else if (node.nodeType === 1) {
      // Nodes of this type are elements.
      pieces.push(toPiece(node as Element, isPreformatted));
    }
  }
  return isPreformatted
    ? pieces
    : pieces.map((piece) => (typeof piece === 'string' ? oneSpace(piece) : piece));
}

function toPiece(element: Element, isPreformatted: boolean): Piece {
  const name = element.localName;
  const isBlock = blocks.has(name);
  const keepsSpaces = isPreformatted || name === 'pre';
  const children = getPieces(element, keepsSpaces);
  return {
    label: name + getAttributes(element),
    isBlock,
    children: keepsSpaces ? children : tidy(children, isBlock),
  };
}

function oneSpace(text: string): string {
  return text.replace(/[ \t\n\r\f]+/g, ' ');
}

/** Drops invisible spaces: at the edges of a block, around nested blocks and around line breaks. */
function tidy(pieces: readonly Piece[], isBlock: boolean): Piece[] {
  const tidied: Piece[] = [];
  for (const [index, piece] of pieces.entries()) {
    if (typeof piece !== 'string') {
      tidied.push(piece);
      continue;
    }
    let text = piece;
    if (breaks(pieces[index - 1], isBlock)) text = text.replace(/^ /, '');
    if (breaks(pieces[index + 1], isBlock)) text = text.replace(/ $/, '');
    if (text !== '') tidied.push(text);
  }
  return tidied;
}

function breaks(neighbour: Piece | undefined, isBlock: boolean): boolean {
  if (neighbour === undefined) return isBlock;
  return typeof neighbour !== 'string' && (neighbour.isBlock || neighbour.label === 'br');
}

function getAttributes(element: Element): string {
  const written: string[] = [];
  for (const { name, value } of Array.from(element.attributes)) {
    const compared = attributeValue(name, value);
    if (compared === '' && (name === 'alt' || name === 'title')) continue;
    written.push(` ${name}=${JSON.stringify(compared)}`);
  }
  return written.sort().join('');
}

function attributeValue(name: string, value: string): string {
  if (name === 'href' || name === 'src') return normalizedUrl(value);
  return name === 'alt' ? oneSpace(value).trim() : value;
}

function write(pieces: readonly Piece[], depth: number, lines: string[]): void {
  const indent = '  '.repeat(depth);
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      lines.push(indent + JSON.stringify(piece));
    } else {
      lines.push(indent + piece.label);
      write(piece.children, depth + 1, lines);
    }
  }
}

/** The outline of a Markdown text as read by a GFM reader: paragraphs, tables and their content. */
export function gfmOutline(markdown: string): string {
  return htmlOutline(gfmHtml(markdown));
}

/** The outline of a Markdown text of paragraphs, as read by a second CommonMark reader. */
export function micromarkOutline(markdown: string): string {
  return htmlOutline(getChildren(fromMarkdown(markdown)));
}

const tags: Readonly<Record<string, string>> = {
  paragraph: 'p',
  emphasis: 'em',
  strong: 'strong',
  delete: 'del',
  blockquote: 'blockquote',
  listItem: 'li',
};

function getHtml(node: Nodes): string {
  const tag = tags[node.type];
  if (tag !== undefined && 'children' in node) return `<${tag}>${getChildren(node)}</${tag}>`;
  switch (node.type) {
    case 'text':
      return escaped(node.value);
    case 'html':
      return node.value;
    case 'inlineCode':
      return `<code>${escaped(node.value)}</code>`;
    case 'break':
      return '<br>';
    case 'thematicBreak':
      return '<hr>';
    case 'code':
      return `<pre><code>${escaped(node.value)}\n</code></pre>`;
    case 'heading':
      return `<h${node.depth}>${getChildren(node)}</h${node.depth}>`;
    case 'list':
      return node.ordered
        ? `<ol start="${node.start ?? 1}">${getChildren(node)}</ol>`
        : `<ul>${getChildren(node)}</ul>`;
    case 'link':
      return `<a href="${escaped(node.url)}"${toTitle(node.title)}>${getChildren(node)}</a>`;
    case 'image':
      return `<img src="${escaped(node.url)}" alt="${escaped(node.alt ?? '')}"${toTitle(node.title)}>`;
    case 'table':
      return toTable(node);
    default:
      // Nothing else is generated; anything else that is read shows up as an unexpected element.
      return `<${node.type}></${node.type}>`;
  }
}

function toTitle(title: string | null | undefined): string {
  return ` title="${escaped(title ?? '')}"`;
}

function getChildren(parent: { readonly children: readonly Nodes[] }): string {
  return parent.children.map((child) => getHtml(child)).join('');
}

function toTable({ children: rows, align }: Table): string {
  const [head, ...others] = rows.map(({ children: cells }, index) => {
    const name = index === 0 ? 'th' : 'td';
    return `<tr>${cells.map((cell, column) => toCell(name, cell, align?.[column])).join('')}</tr>`;
  });
  const body = others.length === 0 ? '' : `<tbody>${others.join('')}</tbody>`;
  return `<table><thead>${head}</thead>${body}</table>`;
}

function toCell(
  name: string,
  cell: { readonly children: readonly PhrasingContent[] },
  align: string | null | undefined,
): string {
  const alignment = align === null || align === undefined ? '' : ` align="${align}"`;
  return `<${name}${alignment}>${getChildren(cell)}</${name}>`;
}

/** The outline of a Markdown text as read by a CommonMark reader. */
export function commonmarkOutline(markdown: string): string {
  return htmlOutline(commonmarkHtml(markdown));
}

export function commonmarkHtml(markdown: string): string {
  return new HtmlRenderer().render(new Parser().parse(markdown));
}

export function gfmHtml(markdown: string): string {
  const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  return getChildren(tree);
}

/** Elements that only arrange text; any other one is part of what a reader sees. */
const arranging: ReadonlySet<string> = new Set(
  'p div ul ol li blockquote hr table thead tbody tr th td caption dl dt dd address details summary br'.split(
    ' ',
  ),
);

/**
 * What a reader sees of a piece of HTML: its text, and the headings, links, images, code and other elements around it,
 * however blocks arrange them. White space counts once, between words. An address that is its own link is text, as GFM
 * makes such links itself.
 *
 * @example
 * seenText('<td>Hello <em>my <b>world</b></em></td>')
 * // 'Hello em{my} em{b{world}}'
 */
export function seenText(html: string): string {
  const { body } = createDocument(`<!doctype html><body>${html}`);
  const pieces: { readonly around: readonly string[]; readonly text: string }[] = [];
  const see = (parent: Node, around: readonly string[]): void => {
    for (const node of Array.from(parent.childNodes)) {
      if (node.nodeType === 3) pieces.push({ around, text: node.nodeValue ?? '' });
      if (node.nodeType !== 1) continue;
      // Nodes of this type are elements.
      const element = node as Element;
      const isArranging = arranging.has(element.localName);
      const isShown = !isArranging && !isOwnAddress(element);
      const isApart = isArranging || /^(?:h[1-6]|pre)$/.test(element.localName);
      if (isApart) pieces.push({ around: [], text: ' ' });
      if (element.localName === 'img') pieces.push({ around: [...around, labelOf(element)], text: '.' });
      see(element, isShown ? [...around, labelOf(element)] : around);
      if (isApart) pieces.push({ around: [], text: ' ' });
    }
  };
  see(body, []);
  let seen = '';
  let open: readonly string[] = [];
  for (const { around, text } of pieces) {
    for (const part of text.split(/([ \t\n\r\f]+)/)) {
      if (part === '') continue;
      const isSpace = /^[ \t\n\r\f]/.test(part);
      const inside = isSpace ? [] : around;
      if (inside.join('\n') !== open.join('\n')) {
        if (open.length > 0) seen += '}'.repeat(open.length);
        seen += inside.map((label) => `${label}{`).join('');
        open = inside;
      }
      if (!isSpace) seen += part;
      else if (!seen.endsWith(' ')) seen += ' ';
    }
  }
  return (seen + '}'.repeat(open.length)).trim();
}

/** The names that Markdown readers use. */
const usual: Readonly<Record<string, string>> = { b: 'strong', i: 'em', s: 'del' };

function labelOf(element: Element): string {
  const name = element.localName;
  // The class with a language is not seen.
  return name === 'code' ? name : (usual[name] ?? name) + getAttributes(element);
}

function isOwnAddress(element: Element): boolean {
  const address = element.getAttribute('href');
  if (element.localName !== 'a' || address === null || getAttributes(element).includes(' title='))
    return false;
  const text = normalizedUrl(element.textContent ?? '');
  return ['', 'http://', 'mailto:'].some((scheme) => normalizedUrl(address) === scheme + text);
}
