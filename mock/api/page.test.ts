import { describe, expect, it } from 'vitest';
import { paginate } from './page.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('paginate', () => {
  it.each([
    [12, 1, 5, [1, 2, 3, 4, 5], 3],
    [12, 2, 5, [6, 7, 8, 9, 10], 3],
    [12, 3, 5, [11, 12], 3],
    [12, 4, 5, [], 3],
    [10, 2, 5, [6, 7, 8, 9, 10], 2],
    [10, 3, 5, [], 2],
    [0, 1, 20, [], 0],
    [3, 999_999_999, 50, [], 1],
  ])('%i records: page %i of size %i shows %j', (count, page, per_page, items, total_pages) => {
    expect(paginate(numbers(count), { page, per_page })).toEqual({
      items,
      info: { page, per_page, count: items.length, total_count: count, total_pages },
    });
  });
});
