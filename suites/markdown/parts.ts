import { equal } from '../harness/assertions.ts';
import { ConformanceFailure } from '../harness/errors.ts';
import { markdownOutline } from '../harness/markdown-tree.ts';
import { getDifference } from '../harness/text-difference.ts';
import { getFields, type MarkdownDocument } from './document.ts';

/** Parts of a converted page that are compared with those of a golden, each in its own way. */
export type Part = 'frontmatter' | 'jsonLd' | 'notice' | 'tree' | 'text';

type Compare = (actual: MarkdownDocument, golden: MarkdownDocument) => void;

/**
 * The comparison of each part; all throw a ConformanceFailure that shows the difference.
 *
 * Design, section 5: frontmatter and JSON-LD exactly, the body as a syntax tree, regardless of its spelling.
 */
export const compare: Readonly<Record<Part, Compare>> = {
  frontmatter({ frontmatter: actual }, { frontmatter: golden }) {
    if (actual === golden) return;
    const fields = (text: string | undefined) => (text === undefined ? null : getFields(text));
    equal(fields(actual), fields(golden), 'the frontmatter');
  },
  jsonLd: ({ jsonLd: actual }, { jsonLd: golden }) => same(actual, golden, 'the JSON-LD block'),
  notice: ({ notice: actual }, { notice: golden }) => same(actual, golden, 'the notice'),
  tree: ({ body: actual }, { body: golden }) => {
    if (actual === golden) return;
    same(markdownOutline(actual), markdownOutline(golden), 'the syntax tree of the body');
  },
  text: ({ body: actual }, { body: golden }) => same(actual, golden, 'the text of the body'),
};

function same(actual: string | undefined, expected: string | undefined, what: string): void {
  if (actual === undefined || expected === undefined) {
    const [verb, text] = actual === undefined ? ['missing', expected] : ['there unexpectedly', actual];
    if (actual !== expected) throw new ConformanceFailure(`${what} is ${verb}: ${text?.slice(0, 300)}`);
    return;
  }
  const difference = getDifference(actual, expected);
  if (difference !== undefined) {
    throw new ConformanceFailure(`${what} differs (- golden, + answer):\n${difference}`, {
      evidence: { lines: difference },
    });
  }
}
