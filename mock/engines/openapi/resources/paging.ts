import type { DocumentOperation } from '../document.ts';
import { toSnake } from './words.ts';

/** How a client asks for further pages: names of query parameters. */
export interface Paging {
  readonly kind: 'page' | 'offset' | 'cursor' | 'none';
  /** Parameter with the number of the page, of records to skip, or with a cursor. */
  readonly from: string | undefined;
  /** Parameter with the number of records of a page. */
  readonly size: string | undefined;
  /** Whether answers have a `Link` header with the addresses of other pages. */
  readonly link: boolean;
}

const names = {
  page: ['page', 'page_number'],
  offset: ['offset', 'skip'],
  cursor: ['cursor', 'after', 'page_token', 'next_token', 'starting_after', 'continuation_token', 'marker'],
  size: ['per_page', 'page_size', 'size', 'limit', 'max_results', 'top', 'first'],
} as const;

const by = ['order', 'order_by', 'sort', 'sort_by'];
const direction = ['direction', 'sort_order', 'order', 'order_direction', 'order_by_direction'];

export function readPaging(operation: DocumentOperation, link: boolean): Paging {
  const size = find(operation, names.size);
  for (const kind of ['page', 'cursor', 'offset'] as const) {
    const from = find(operation, names[kind]);
    if (from !== undefined) return { kind, from, size, link };
  }
  return { kind: 'none', from: undefined, size, link };
}

/** `order` names a member where something else names the direction, and the direction beside `sort`. */
export function readOrder(operation: DocumentOperation): {
  by: string | undefined;
  direction: string | undefined;
} {
  const sort = find(operation, ['sort', 'sort_by', 'order_by']) ?? find(operation, by);
  const way = find(
    operation,
    direction.filter((name) => name !== sort),
  );
  return { by: sort, direction: sort === undefined ? undefined : way };
}

/** Names of parameters that choose a part or an order of a list and select no records. */
export const isPagingName = (name: string): boolean =>
  [...Object.values(names).flat(), ...by, ...direction].includes(toSnake(name));

function find({ parameters }: DocumentOperation, wanted: readonly string[]): string | undefined {
  const queries = parameters.filter((parameter) => parameter.in === 'query');
  for (const name of wanted) {
    const found = queries.find((parameter) => toSnake(parameter.name) === name);
    if (found) return found.name;
  }
  return undefined;
}
