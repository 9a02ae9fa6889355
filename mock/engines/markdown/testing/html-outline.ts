import { createDocument } from '@mixmark-io/domino';
import { normalizedUrl } from './normalized-url.ts';

const blocks: ReadonlySet<string> = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre hr table thead tbody tr th td'.split(' '),
);

/** A text, or an element with what the comparison looks at. */
type Piece =
  | string
  | { readonly label: string; readonly isBlock: boolean; readonly children: readonly Piece[] };

/**
 * The tree of a piece of HTML as an outline, one line a node, so that two trees can be compared and shown line
 * by line. What CommonMark's own comparison of HTML ignores is ignored: comments, runs of whitespace, whitespace
 * at the edges of blocks and beside line breaks, the order of attributes, whitespace in `alt`, an empty `alt` or
 * `title`, and which characters of a URL are percent-encoded.
 *
 * @example
 * htmlOutline('<p>Hello <em>world</em></p>')
 * // 'p\n  "Hello "\n  em\n    "world"'
 */
export function htmlOutline(html: string): string {
  const { body } = createDocument(`<!doctype html><body>${html.trim()}`);
  const lines: string[] = [];
  write(tidy(piecesOf(body, false), true), 0, lines);
  return lines.join('\n');
}

function piecesOf(parent: Node, isPreformatted: boolean): Piece[] {
  const pieces: Piece[] = [];
  for (const node of Array.from(parent.childNodes)) {
    if (node.nodeType === 3) {
      const text = node.nodeValue ?? '';
      const last = pieces.at(-1);
      if (typeof last === 'string') pieces[pieces.length - 1] = last + text;
      else pieces.push(text);
    } else if (node.nodeType === 1) {
      // Nodes of this type are elements.
      pieces.push(pieceOf(node as Element, isPreformatted));
    }
  }
  return isPreformatted
    ? pieces
    : pieces.map((piece) => (typeof piece === 'string' ? oneSpace(piece) : piece));
}

function pieceOf(element: Element, isPreformatted: boolean): Piece {
  const name = element.localName;
  const isBlock = blocks.has(name);
  const keepsSpaces = isPreformatted || name === 'pre';
  const children = piecesOf(element, keepsSpaces);
  return {
    label: name + attributesOf(element),
    isBlock,
    children: keepsSpaces ? children : tidy(children, isBlock),
  };
}

function oneSpace(text: string): string {
  return text.replace(/[ \t\n\r\f]+/g, ' ');
}

/** Drops the spaces that nobody sees: at the edges of a block, beside blocks within it and beside line breaks. */
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

function attributesOf(element: Element): string {
  const written: string[] = [];
  for (const { name, value } of Array.from(element.attributes)) {
    const said = attributeValue(name, value);
    if (said === '' && (name === 'alt' || name === 'title')) continue;
    written.push(` ${name}=${JSON.stringify(said)}`);
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
