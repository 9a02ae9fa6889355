import { expect, it } from 'vitest';
import { groupPages } from './grouped-pages.ts';

const page = (file: string) => ({ file, path: file.replace('docs/', ''), title: file });
const pages = ['docs/a.md', 'docs/notes/1.md', 'docs/notes/2.md', 'docs/notes/README.md'].map(page);

it('puts named pages first, and those of a folder that are not named behind them', () => {
  const groups = [
    { title: 'Start', files: ['docs/a.md'] },
    { title: 'Notes', files: ['docs/notes/README.md', 'docs/notes/*'] },
  ];
  expect(groupPages(pages, groups).map((group) => group.pages.map(({ file }) => file))).toEqual([
    ['docs/a.md'],
    ['docs/notes/README.md', 'docs/notes/1.md', 'docs/notes/2.md'],
  ]);
});

it('fails for a page in no group, and for a file that is no page', () => {
  expect(() => groupPages(pages, [{ title: 'Notes', files: ['docs/notes/*'] }])).toThrow(
    'No group of docs/.vitepress/sidebar.ts has docs/a.md.',
  );
  expect(() => groupPages(pages, [{ title: 'Start', files: ['docs/b.md'] }])).toThrow('docs/b.md');
});
