import { expect, it } from 'vitest';
import type { Reply } from '../../spec/client.ts';
import { suiteLimits } from '../../spec/engine-limits.ts';
import { listAll } from './snapshot.ts';

const records = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ id: `zone-${from + index}` }));
const { listPages } = suiteLimits;

it.each<
  [string, 'pages' | 'cursors', (asked: number) => [number, number?, object?], number | string, number]
>([
  ['up to an empty page', 'pages', (page) => [page > 3 ? 0 : 2, page * 2], 6, 4],
  ['up to its number of pages', 'pages', (page) => [2, page * 2, { total_pages: 2 }], 4, 2],
  ['up to its number of records', 'pages', (page) => [2, page * 2, { total_count: 5 }], 6, 3],
  ['that has no pages', 'pages', () => [3], 3, 2],
  [
    'that answers every page alike',
    'pages',
    () => [50, 0, { total_count: 900 }],
    'ignores page: page 2 has',
    2,
  ],
  ['whose pages take turns', 'pages', (page) => [50, page % 2], 'ignores page: page 3 has the records of', 3],
  ['without an end', 'pages', (page) => [50, page * 50], `still has records on page ${listPages}`, listPages],
  [
    'up to a page without a cursor',
    'cursors',
    (asked) => [2, asked * 2, asked < 3 ? { cursor: `${asked}` } : {}],
    6,
    3,
  ],
  ['up to an empty page', 'cursors', () => [0, 0, { cursor: 'more' }], 0, 1],
  [
    'that answers alike',
    'cursors',
    () => [50, 0, { cursors: { after: 'more' } }],
    'ignores cursor: page 2',
    2,
  ],
  [
    'without an end',
    'cursors',
    (asked) => [2, asked * 2, { cursor: 'more' }],
    'still has records',
    listPages,
  ],
])('a list is read %s, by %s', async (_, by, answer, expected, requests) => {
  let asked = 0;
  const ask = async () => {
    const [count, from, result_info] = answer(++asked);
    const body = { success: true, errors: [], messages: [], result: records(count, from), result_info };
    return { status: 200, headers: new Headers(), text: '', body } as unknown as Reply; // what `listAll` reads
  };
  const list = listAll(
    { ask, endlessLists: new Set() },
    by === 'pages' ? 'zones.zone.list' : 'rulesets.account.list',
    {},
  );
  if (typeof expected === 'number') expect(await list).toHaveLength(expected);
  else await expect(list).rejects.toThrow(expected);
  expect(asked).toBe(requests);
});

it('a list without an end is read up to its second page where the run has seen that', async () => {
  let asked = 0;
  const ask = async () => {
    const body = { result: records(50, ++asked * 50) };
    return { status: 200, headers: new Headers(), text: '', body } as unknown as Reply; // what `listAll` reads
  };
  const endlessLists = new Set<string>();
  for (const requests of [listPages, listPages + 2]) {
    const read = listAll({ ask, endlessLists }, 'zones.zone.list', {});
    await expect(read).rejects.toThrow(/ still has records on page /);
    expect(asked).toBe(requests);
  }
});
