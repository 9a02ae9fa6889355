import type { CursorInfo } from '../../../spec/envelope.ts';
import { ApiError } from '../../../spec/errors.ts';

/**
 * One page of a list that is walked with a cursor. The cursor names the first record of the next page and
 * its place, so that records of earlier pages may go while the list is walked.
 *
 * @throws ApiError `query-invalid` for a cursor that no page gave.
 *
 * @example
 * cursorPage([a, b, c], { per_page: 2 }) // { items: [a, b], info: { cursor: '...', cursors: { after: '...' } } }
 */
export function cursorPage<T extends { readonly id: string }>(
  all: readonly T[],
  { cursor, per_page }: { readonly cursor?: string | undefined; readonly per_page: number },
): { items: T[]; info: CursorInfo } {
  const start = cursor === undefined ? 0 : startOf(all, cursor);
  const items = all.slice(start, start + per_page);
  const next = all[start + per_page];
  if (!next) return { items, info: { cursors: {} } };
  const after = btoa(`${start + per_page} ${next.id}`);
  return { items, info: { cursor: after, cursors: { after } } };
}

function startOf(all: readonly { readonly id: string }[], cursor: string): number {
  const [place, id] = decode(cursor);
  const index = all.findIndex((record) => record.id === id);
  return index === -1 ? place : index;
}

function decode(cursor: string): [place: number, id: string] {
  const match = /^(\d{1,6}) ([0-9a-f]{32})$/.exec(plain(cursor));
  if (!match?.[1] || !match[2]) {
    throw new ApiError('query-invalid', { field: 'cursor', problem: 'is not the cursor of a page' });
  }
  return [Number(match[1]), match[2]];
}

function plain(cursor: string): string {
  try {
    return atob(cursor);
  } catch {
    return '';
  }
}
