import { join } from 'node:path';
import { expect, it } from 'vitest';
import { documentPages, getBlocks } from './code-blocks.ts';
import { preambles } from './preambles.ts';

it('has preambles only for sections with blocks', () => {
  const root = join(import.meta.dirname, '..', '..', '..');
  const blocks = documentPages(root).flatMap((page) => getBlocks(root, page));
  const sections = new Set(blocks.map(({ page, section }) => `${page}#${section}`));
  expect(Object.keys(preambles).filter((place) => !sections.has(place))).toEqual([]);
});
