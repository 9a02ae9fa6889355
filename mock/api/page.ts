import type { ResultInfo } from '../../spec/envelope.ts';

/**
 * Returns one page of a list. A page past the end is empty rather than an error, because clients read until they get
 * one.
 *
 * @example
 * paginate([1, 2, 3], { page: 2, per_page: 2 }) // { items: [3], info: { page: 2, count: 1, ... } }
 */
export function paginate<T>(
  all: readonly T[],
  { page, per_page }: { page: number; per_page: number },
): { items: T[]; info: Required<ResultInfo> } {
  const items = all.slice((page - 1) * per_page, page * per_page);
  const info = {
    page,
    per_page,
    count: items.length,
    total_count: all.length,
    total_pages: Math.ceil(all.length / per_page),
  };
  return { items, info };
}
