import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** A sentence with more words than a guide allows. */
export interface LongSentence {
  /** Line on which its paragraph begins, from 1. */
  readonly line: number;
  readonly words: number;
  readonly text: string;
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * Finds the sentences of a page that have more than `most` words. Only paragraphs and list items count: headings,
 * tables and blocks of code do not. Code within a sentence is one word.
 *
 * @example
 * longSentences('One two three. One two.', 2) // [{ line: 1, words: 3, text: 'One two three.' }]
 */
export function longSentences(page: string, most = 25): LongSentence[] {
  const tree = fromMarkdown(page, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  return getParagraphs(tree).flatMap((paragraph) =>
    [...sentences.segment(getText(paragraph))]
      .map(({ segment }) => segment.trim())
      .map((text) => ({ line: paragraph.position?.start.line ?? 0, words: countWords(text), text }))
      .filter(({ words }) => words > most),
  );
}

const getParagraphs = (node: Nodes): Nodes[] =>
  node.type === 'paragraph' ? [node] : 'children' in node ? node.children.flatMap(getParagraphs) : [];

/** The words of a paragraph as they are read. `Code` is a noun that may begin a sentence. */
function getText(node: Nodes): string {
  if (node.type === 'text') return node.value.replaceAll('\n', ' ');
  if (node.type === 'inlineCode') return 'Code';
  return 'children' in node ? node.children.map(getText).join('') : '';
}

const countWords = (text: string): number =>
  text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
