import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** Nodes whose text joins that of their neighbours. */
const inline: ReadonlySet<string> = new Set([
  'text',
  'emphasis',
  'strong',
  'delete',
  'inlineCode',
  'link',
  'linkReference',
  'html',
  'image',
]);

/** How far to look ahead for a word, past a few inserted words. */
const ahead = 60;

/**
 * The words of a Markdown text in order: runs of letters and digits, without markup and URLs.
 *
 * @example
 * toWords('# It *is* `a.b` [so](/x)') // ['It', 'is', 'a', 'b', 'so']
 */
export function toWords(markdown: string): string[] {
  return getText(parse(markdown)).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

const parse = (markdown: string) =>
  fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });

function getText(node: Nodes): string {
  switch (node.type) {
    case 'text':
    case 'inlineCode':
    case 'code':
      return node.value;
    case 'image':
    case 'imageReference':
      return ` ${node.alt ?? ''} `;
    case 'html':
      return plainText(node.value);
    default:
      if (!('children' in node)) return ' ';
      return node.children
        .map((child) => (inline.has(child.type) ? getText(child) : `\n${getText(child)}\n`))
        .join('');
  }
}

/**
 * The text of raw HTML in Markdown: a comment or an inline tag joins the text around it, any other tag separates it.
 */
function plainText(html: string): string {
  const bare = html
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<\/?(?:a|b|code|del|em|i|ins|kbd|mark|s|span|strong|sub|sup|u)\b[^>]*>/gi, '')
    .replace(/<img\b[^>]*? alt="([^"]*)"[^>]*>/gi, ' $1 ')
    .replace(/<[^>]*>/g, ' ');
  // Text without tags is no longer HTML, unless it was a single tag of another kind.
  return bare.includes('<') || bare.trim() === '' ? bare : getText(parse(bare.replace(/^[ \t]+/gm, '')));
}

/**
 * The words of `wanted` that `given` lacks in this order.
 *
 * @example
 * missingWords(['a', 'c'], ['a', 'b', 'c']) // ['b']
 */
export function missingWords(given: readonly string[], wanted: readonly string[]): string[] {
  const missing: string[] = [];
  let at = 0;
  for (const word of wanted) {
    const found = given.slice(at, at + ahead).indexOf(word);
    if (found < 0) missing.push(word);
    else at += found + 1;
  }
  return missing;
}
