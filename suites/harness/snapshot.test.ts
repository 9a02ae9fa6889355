import { describe, expect, it } from 'vitest';
import type { Reply } from '../../spec/client.ts';
import type { OperationId } from '../../spec/contract.ts';
import { suiteLimits } from '../../spec/engine-limits.ts';
import { listAll } from './snapshot.ts';

/** Reads a list that answers each page like this; returns what was found, and the number of requests. */
async function read(answer: (page: number) => object, id: OperationId = 'zones.zone.list') {
  let asked = 0;
  const ask = async (_: unknown, input?: { query?: Readonly<Record<string, unknown>> }) => {
    asked++;
    const body = { success: true, errors: [], messages: [], ...answer(Number(input?.query?.['page'])) };
    const text = JSON.stringify(body);
    return { status: 200, headers: new Headers(), text, body } as unknown as Reply; // What `listAll` reads.
  };
  const found = await listAll(ask, id, {}).catch((error: Error) => error.message);
  return [typeof found === 'string' ? found : found.length, asked];
}

const records = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ id: `zone-${from + index}` }));

describe('a list', () => {
  it.each<[string, (page: number) => object, number | string, number]>([
    ['up to an empty page', (page) => ({ result: page > 3 ? [] : records(2, page * 2) }), 6, 4],
    [
      'up to its number of pages',
      (page) => ({ result: records(2, page * 2), result_info: { total_pages: 2 } }),
      4,
      2,
    ],
    [
      'up to its number of records',
      (page) => ({ result: records(2, page * 2), result_info: { total_count: 5 } }),
      6,
      3,
    ],
    ['that has no pages', () => ({ result: records(3) }), 3, 2],
    [
      'that answers every page alike',
      () => ({ result: records(50), result_info: { total_count: 900 } }),
      'the list zones.zone.list ignores page: page 2 has the records of an earlier one',
      2,
    ],
    [
      'whose pages take turns',
      (page) => ({ result: records(50, page % 2) }),
      'the list zones.zone.list ignores page: page 3 has the records of an earlier one',
      3,
    ],
    [
      'without an end',
      (page) => ({ result: records(50, page * 50) }),
      `the list zones.zone.list still has records on page ${suiteLimits.listPages}`,
      suiteLimits.listPages,
    ],
  ])('is read %s', async (_, answer, found, asked) => {
    expect(await read(answer)).toEqual([found, asked]);
  });

  const list = 'the list rulesets.account.list';
  it.each<[string, (asked: number) => object, number | string, number]>([
    [
      'up to a page without a cursor',
      (asked) => ({ result: records(2, asked * 2), result_info: asked < 3 ? { cursor: `${asked}` } : {} }),
      6,
      3,
    ],
    ['up to an empty page', () => ({ result: [], result_info: { cursor: 'more' } }), 0, 1],
    [
      'that answers every page alike',
      () => ({ result: records(50), result_info: { cursors: { after: 'more' } } }),
      `${list} ignores cursor: page 2 has the records of an earlier one`,
      2,
    ],
    [
      'without an end',
      (asked) => ({ result: records(2, asked * 2), result_info: { cursor: 'more' } }),
      `${list} still has records on page ${suiteLimits.listPages}`,
      suiteLimits.listPages,
    ],
  ])('with cursors is read %s', async (_, answer, found, asked) => {
    let count = 0;
    expect(await read(() => answer(++count), 'rulesets.account.list')).toEqual([found, asked]);
  });
});
