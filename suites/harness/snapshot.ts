import { z } from 'zod';
import type { Reply } from '../../spec/client.ts';
import { suiteLimits } from '../../spec/engine-limits.ts';
import { isObject } from './assertions.ts';
import { type Caller, expectSuccess } from './caller.ts';
import { ConformanceFailure, SkipTest } from './errors.ts';
import { getEndpoint, type OperationName } from './operations.ts';
import { type ResourceKind, resourceKinds } from './resources.ts';

/** A page of a list. */
interface ListPage<T> {
  readonly records: readonly T[];
  /** Whether the answer says that no page follows. */
  readonly isLast: boolean;
}

/** Pages that are read of a list which the run has found to have no end. */
const fewPages = 2;

/**
 * The records of all pages: up to an empty page, one that says it is the last, or one that was seen before.
 *
 * @param size records of a page, as asked
 * @param by parameter that asks for a page
 * @throws ConformanceFailure if full pages repeat, or never end
 */
export async function readPages<T>(
  { endlessLists }: Pick<Caller, 'endlessLists'>,
  what: string,
  size: number,
  read: (page: number) => Promise<ListPage<T>>,
  by: 'page' | 'cursor' = 'page',
): Promise<T[]> {
  const all: T[] = [];
  const seen = new Set<string>();
  const most = endlessLists.has(what) ? fewPages : suiteLimits.listPages;
  for (let page = 1; page <= most; page++) {
    const { records, isLast } = await read(page);
    if (records.length === 0) return all;
    const text = JSON.stringify(records);
    if (seen.has(text)) {
      // A list without pages is whole in its first answer.
      if (page === 2 && records.length < size) return all;
      throw new ConformanceFailure(`${what} ignores ${by}: page ${page} has the records of an earlier one`);
    }
    seen.add(text);
    all.push(...records);
    if (isLast) return all;
  }
  endlessLists.add(what);
  throw new ConformanceFailure(`${what} still has records on page ${most}`);
}

/** What reads lists. */
export type Lister = Pick<Caller, 'ask' | 'endlessLists'>;

const listSize = 50;

/** All records of a list, page by page if it has pages. */
export async function listAll(
  caller: Lister,
  id: OperationName,
  params: Readonly<Record<string, string>>,
  query: Readonly<Record<string, unknown>> = {},
): Promise<unknown[]> {
  const { answer } = getEndpoint(id);
  let cursor: string | undefined;
  let count = 0;
  const read = async (page: number) => {
    const reply: Reply = await caller.ask(id, {
      params,
      query: { ...query, ...(answer === 'cursor-page' ? { cursor } : { page, per_page: listSize }) },
    });
    expectSuccess(reply, id);
    if (answer === 'plain') return { records: Array.isArray(reply.body) ? reply.body : [], isLast: true };
    const body = isObject(reply.body) ? reply.body : {};
    const records = Array.isArray(body['result']) ? body['result'] : [];
    const info = isObject(body['result_info']) ? body['result_info'] : {};
    count += records.length;
    if (answer === 'cursor-page') cursor = toCursor(info);
    const isLast =
      answer === 'envelope' ||
      (answer === 'cursor-page' ? cursor === undefined : isReached(info, page, count));
    return { records, isLast };
  };
  return readPages<unknown>(
    caller,
    `the list ${id}`,
    listSize,
    read,
    answer === 'cursor-page' ? 'cursor' : 'page',
  );
}

/** Whether a list says that it has no more pages, or no more records. */
function isReached(info: Readonly<Record<string, unknown>>, page: number, count: number): boolean {
  const { total_count: total, total_pages: pages } = info;
  return (typeof total === 'number' && count >= total) || (typeof pages === 'number' && page >= pages);
}

/** The cursor of the next page, from either of its two members. */
function toCursor(info: Readonly<Record<string, unknown>>): string | undefined {
  const { cursor, cursors } = info;
  const found = isObject(cursors) ? cursors['after'] : cursor;
  return typeof found === 'string' && found !== '' ? found : undefined;
}

/** The kinds that {@link takeSnapshot} can read: those in a zone. */
export type SnapshotPart = Exclude<
  ResourceKind['name'],
  'zone' | 'gateway' | 'fine-tune' | 'custom provider' | 'repository' | 'namespace' | 'tenant'
>;

/**
 * All resources of the given kinds in a zone, to compare before and after a refused write. A kind whose list can't be
 * read is null: lists have their own requirements, and refusals can be tested without them.
 */
export async function takeSnapshot(
  caller: Lister,
  zoneId: string,
  parts: readonly SnapshotPart[],
): Promise<Readonly<Record<string, unknown[] | null>>> {
  const snapshot: Record<string, unknown[] | null> = {};
  for (const { name, list } of resourceKinds) {
    if (parts.some((part) => part === name)) {
      const read = async () =>
        (await listAll(caller, list, { zone_id: zoneId })).map((one) => known(list, one));
      snapshot[name] = await readable(read());
    }
  }
  return snapshot;
}

/** A record without unknown members, which may change by themselves. */
function known(list: OperationName, record: unknown): unknown {
  const { result } = getEndpoint(list);
  const item = result instanceof z.ZodArray ? result.element : undefined;
  if (!isObject(record) || !(item instanceof z.ZodObject)) return record;
  return Object.fromEntries(Object.entries(record).filter(([member]) => member in item.shape));
}

async function readable<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof ConformanceFailure || error instanceof SkipTest) return null;
    throw error;
  }
}
