import fc, { type Arbitrary } from 'fast-check';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

const visible = '\u0001';
const hidden = '\u0002';

const holders = [
  ...'div section p h2 h6 blockquote pre figure figcaption address details summary'.split(' '),
  ...[
    'em',
    'strong',
    'i',
    'b',
    'del',
    'sup',
    'mark',
    'q',
    'code',
    'kbd',
    'a href="/x"',
    'span',
    'custom-tag',
    'label',
  ],
  ...'button ul ol li dl dt dd main article aside form option center fieldset'.split(' '),
];
const strippers = ['header', 'footer', 'nav', 'script', 'style', 'noscript', 'template', 'iframe'];

function element(tag: string, content: string): string {
  return `<${tag}>${content}</${tag.split(' ')[0]}>`;
}

const leaf = fc.constantFrom(
  ...[
    visible,
    `${visible} `,
    ` ${visible}`,
    `<br>${visible}`,
    `<hr>${visible}`,
    `*${visible}`,
    `1. ${visible}`,
  ],
  ...[`<textarea>${visible}</textarea>`, `- ${visible}`, `<!-- ${hidden} -->`],
  ...strippers.map((tag) => element(tag, hidden)),
);

const page: Arbitrary<string> = fc.letrec<{ node: string; content: string; cell: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.tuple(fc.constantFrom(...holders), tie('content')).map(([tag, content]) => element(tag, content)),
    fc
      .array(fc.array(tie('cell'), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 })
      .map((rows) => element('table', rows.map((cells) => element('tr', cells.join(''))).join(''))),
  ),
  content: fc.array(tie('node'), { maxLength: 4 }).map((nodes) => nodes.join('')),
  cell: fc
    .tuple(fc.constantFrom('td', 'th', 'td colspan="2"', 'td rowspan="2"'), tie('content'))
    .map(([tag, content]) => element(tag, content)),
})).content;

/** Pages in which each visible word occurs once, numbered in order, with hidden words in stripped elements. */
export const pageOfWords: Arbitrary<{ readonly html: string; readonly words: readonly string[] }> = page.map(
  (template) => {
    const words: string[] = [];
    const html = template.replaceAll(visible, () => {
      words.push(`word${words.length}w`);
      return words.at(-1) ?? '';
    });
    return { html: html.replaceAll(hidden, 'hidden'), words };
  },
);

/** The words of a Markdown text, in order. */
export function toWords(markdown: string): string[] {
  return [...markdown.matchAll(/word\d+w|hidden/g)].map(([word]) => word);
}

/** The words that a Markdown reader shows, in the order in which it shows them. */
export function getShownWords(markdown: string): string[] {
  const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  return toWords(shownText(tree));
}

function shownText(node: Nodes): string {
  if (node.type === 'html') return ` ${node.value.replace(/<!--[\s\S]*?-->|<[^>]*>/g, ' ')} `;
  if ('value' in node) return node.value;
  if (!('children' in node)) return ' ';
  return node.children.map((child) => shownText(child)).join('');
}
