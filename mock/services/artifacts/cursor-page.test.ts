import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../spec/errors.ts';
import { cursorPage, type Walk } from './cursor-page.ts';

interface Row {
  readonly name: string;
  readonly sequence: number;
}

const rows = ['b', 'a', 'c', 'a', 'd'].map((name, sequence): Row => ({ name, sequence }));
const byName = { order: 'names', sortedBy: ({ name }: Row) => name };

/** The pages of a list, as the numbers of their rows. */
function walk(list: () => readonly Row[], rest: Omit<Walk<Row>, 'cursor'>): number[][] {
  const pages: number[][] = [];
  let cursor: string | undefined;
  do {
    const page = cursorPage(list(), { ...rest, cursor });
    pages.push(page.items.map(({ sequence }) => sequence));
    cursor = page.cursor;
  } while (cursor !== undefined);
  return pages;
}

describe('a list with cursors', () => {
  it.each([
    ['asc', [[1, 3], [0, 2], [4]]],
    ['desc', [[4, 2], [0, 3], [1]]],
  ] as const)('returns every row once, in its order: %s', (direction, pages) => {
    expect(walk(() => rows, { ...byName, direction, limit: 2 })).toEqual(pages);
  });

  it('continues at its position when rows come and go in between', () => {
    const lists = [rows, [...rows.slice(1), { name: 'aa', sequence: 5 }], rows];
    expect(walk(() => lists.shift() ?? [], { ...byName, direction: 'asc', limit: 2 })).toEqual([
      [1, 3],
      [5, 2],
      [4],
    ]);
  });

  const other = cursorPage(rows, { ...byName, direction: 'desc', limit: 1 }).cursor;
  it.each(['', 'x', 'bm90IGpzb24', btoa('[]'), btoa('null'), btoa('["names asc",{},1]'), other])(
    'refuses a foreign cursor: %j',
    (cursor) => {
      const ask = () => cursorPage(rows, { ...byName, direction: 'asc', limit: 1, cursor });
      expect(ask).toThrow(ApiError);
      expect(ask).toThrow('Invalid cursor');
    },
  );
});
