import type { CursorInfo, ResultInfo } from '../../../spec/envelope.ts';
import { ApiError } from '../../../spec/errors.ts';

/** The position of a record in a list: its sort value, and its number among equal ones. */
type Place = readonly [value: string | number, sequence: number];

/** The order of a list. */
export interface Walk<T> {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly direction: 'asc' | 'desc';
  /** Names the order; a cursor of another order is refused. */
  readonly order: string;
  readonly sortedBy: (record: T) => string | number;
}

/**
 * One page of a list, with a cursor while more pages follow, and the members of numbered pages on the last one
 * (observed: linyiru/artifacts-local). A cursor names a position, so creating or deleting records in between shifts
 * nothing.
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

/** Base64 of JSON, whose repository names are all ASCII. */
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
    // Invalid JSON is refused like a foreign cursor.
  }
  throw new ApiError('artifacts-invalid', {
    field: 'cursor',
    problem: 'Invalid cursor',
    issue: 'Invalid cursor',
  });
}
