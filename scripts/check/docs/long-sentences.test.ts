import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { longSentences } from './long-sentences.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** The pages for users, without the generated reference, decisions and examples in the folders below. */
const guides = globSync('docs/*.md', { cwd: root }).sort();

describe('a guide', () => {
  it.each(guides)('has no sentence over 25 words: %s', (guide) => {
    const page = readFileSync(join(root, guide), 'utf8');
    expect(longSentences(page)).toEqual([]);
  });
});

describe('longSentences', () => {
  const find = (page: string) => longSentences(page, 3).map(({ text }) => text);

  it('counts each sentence of a paragraph, over its lines', () => {
    expect(longSentences('One two. One two\nthree four! Five.', 3)).toEqual([
      { line: 1, words: 4, text: 'One two three four!' },
    ]);
  });

  it('counts code as one word, which can begin a sentence', () => {
    expect(find('Run `a b c d e`. `f` is it.')).toEqual([]);
    expect(find('Run `a.b` or `c`.')).toEqual(['Run Code or Code.']);
  });

  it('counts the text of a link, not its address', () => {
    expect(find('[one two](a.md "three four five").')).toEqual([]);
  });

  it('counts each item of a list by itself, after the line above it', () => {
    expect(find('One two:\n\n- three four\n- five six seven eight\n')).toEqual(['five six seven eight']);
  });

  it('does not count dashes and other marks', () => {
    expect(find('One – two / three.')).toEqual([]);
  });

  it('passes over headings, tables and blocks of code', () => {
    expect(
      find('# One two three four\n\n| one two three four |\n| --- |\n\n```\none two three four\n```\n'),
    ).toEqual([]);
  });
});
