import type { CursorInfo, ResultInfo } from '../../../spec/envelope.ts';
import { ApiError } from '../../../spec/errors.ts';

/** Where a record stands in a list: what it is sorted by, and its number where that is the same. */
type Place = readonly [value: string | number, sequence: number];

/** How a list is walked. */
export interface Walk<T> {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly direction: 'asc' | 'desc';
  /** Names the order; a cursor of another one is refused. */
  readonly order: string;
  readonly sortedBy: (record: T) => string | number;
}

/**
 * One page of a list, and what is told of it: a cursor while more pages follow, and what numbered pages tell
 * at the last one, as it was observed: linyiru/artifacts-local. A cursor names a place, so that what is made
 * or deleted meanwhile moves nothing.
 *
 * @throws ApiError `artifacts-invalid` at `cursor`
 */
export function cursorPage<T extends { readonly sequence: number }>(
  records: readonly T[],
  { limit, cursor, direction, order, sortedBy }: Walk<T>,
): { readonly items: T[]; readonly info: CursorInfo | ResultInfo; readonly cursor: string | undefined } {
  const sign = direction === 'asc' ? 1 : -1;
  const name = `${order} ${direction}`;
  const getPlace = (record: T): Place => [sortedBy(record), record.sequence];
  const after = cursor === undefined ? undefined : readCursor(cursor, name);
  const sorted = records
    .map((record) => ({ record, place: getPlace(record) }))
    .sort((a, b) => sign * compare(a.place, b.place));
  const rest = after ? sorted.filter(({ place }) => sign * compare(place, after) > 0) : sorted;
  const page = rest.slice(0, limit);
  const items = page.map(({ record }) => record);
  const last = page.at(-1);
  if (last && rest.length > limit) {
    const next = writeCursor(name, last.place);
    return { items, cursor: next, info: { cursor: next, per_page: limit, count: items.length } };
  }
  const info = {
    page: 1,
    per_page: limit,
    total_pages: Math.ceil(records.length / limit),
    count: items.length,
    total_count: records.length,
  };
  return { items, cursor: undefined, info };
}

function compare([a, first]: Place, [b, second]: Place): number {
  if (a !== b) return a < b ? -1 : 1;
  return first - second;
}

/** Base64 of text that may hold any name of a repository, all of which are ASCII. */
function writeCursor(name: string, place: Place): string {
  return btoa(JSON.stringify([name, ...place]))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

function readCursor(cursor: string, name: string): Place {
  try {
    const text = atob(cursor.replaceAll('-', '+').replaceAll('_', '/'));
    const [of, value, sequence]: readonly unknown[] = JSON.parse(text);
    const isValue = typeof value === 'string' || typeof value === 'number';
    if (of === name && isValue && typeof sequence === 'number') return [value, sequence];
  } catch {
    // What is no JSON is refused like what is none of ours.
  }
  throw new ApiError('artifacts-invalid', {
    field: 'cursor',
    problem: 'Invalid cursor',
    issue: 'Invalid cursor',
  });
}
