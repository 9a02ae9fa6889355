import { describe, expect, test } from 'vitest';
import { cursorPage } from './list-page.ts';

const records = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: index.toString(16).padStart(32, '0') }));

/** Walks a list to its end; `between` may change it after each page. */
function walk(all: { id: string }[], per_page: number, between: (seen: { id: string }[]) => void = () => {}) {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const { items, info } = cursorPage(all, { per_page, cursor });
    expect(info.cursor).toBe(info.cursors?.after);
    pages.push(items.map(({ id }) => id));
    between(items);
    cursor = info.cursor;
  } while (cursor !== undefined);
  return pages;
}

describe('cursorPage', () => {
  test.each([
    [0, 2, [0]],
    [2, 2, [2]],
    [3, 2, [2, 1]],
    [5, 1, [1, 1, 1, 1, 1]],
  ])('splits %i records by %i into pages of %j', (count, per_page, sizes) => {
    const all = records(count);
    const pages = walk(all, per_page);
    expect(pages.map(({ length }) => length)).toEqual(sizes);
    expect(pages.flat()).toEqual(all.map(({ id }) => id));
  });

  test('shows every record once when each is removed as it is seen', () => {
    const all = records(7);
    const ids = all.map(({ id }) => id);
    const pages = walk(all, 2, (seen) => {
      for (const record of seen) all.splice(all.indexOf(record), 1);
    });
    expect(pages.flat()).toEqual(ids);
  });

  test('goes on from the same place when the next record is gone', () => {
    const all = records(5);
    const { info } = cursorPage(all, { per_page: 2 });
    all.splice(2, 1);
    const { items } = cursorPage(all, { per_page: 2, cursor: info.cursor });
    expect(items).toEqual([all[2], all[3]]);
  });

  test.each(['', 'nonsense', '%%%', btoa('1 2'), btoa(`-1 ${'0'.repeat(32)}`)])(
    'refuses the cursor %j',
    (cursor) => {
      expect(() => cursorPage(records(3), { per_page: 2, cursor })).toThrow(/cursor/);
    },
  );
});
