import { z } from 'zod';
import type { Reply } from '../../spec/client.ts';
import { contract, type OperationId } from '../../spec/contract.ts';
import type { Endpoint } from '../../spec/endpoint.ts';
import { isObject } from './assertions.ts';
import { type Caller, expectSuccess } from './caller.ts';
import { ConformanceFailure, SkipTest } from './errors.ts';
import { type ResourceKind, resourceKinds } from './resources.ts';

/** Number of pages after which the harness treats a list as endless. */
const mostPages = 1_000;

/** All records of a list, page by page if it has pages. */
export async function listAll(
  ask: Caller['ask'],
  id: OperationId,
  params: Readonly<Record<string, string>>,
  query: Readonly<Record<string, unknown>> = {},
): Promise<unknown[]> {
  const { answer }: Endpoint = contract[id];
  const records: unknown[] = [];
  let cursor: string | undefined;
  for (let page = 1; page <= mostPages; page++) {
    const reply: Reply = await ask(id, {
      params,
      query: { ...query, ...(answer === 'cursor-page' ? { cursor } : { page, per_page: 50 }) },
    });
    expectSuccess(reply, id);
    if (answer === 'plain') return Array.isArray(reply.body) ? reply.body : records;
    const result = isObject(reply.body) ? reply.body['result'] : undefined;
    if (!Array.isArray(result) || result.length === 0) return records;
    records.push(...result);
    if (answer === 'envelope') return records;
    const info = isObject(reply.body) ? reply.body['result_info'] : undefined;
    if (answer === 'cursor-page') {
      cursor = toCursor(info);
      if (cursor === undefined) return records;
      continue;
    }
    const total = isObject(info) ? info['total_count'] : undefined;
    if (typeof total === 'number' && records.length >= total) return records;
  }
  throw new ConformanceFailure(`${id} still has records on page ${mostPages}`);
}

/** The cursor of the next page, from either of its two members. */
function toCursor(info: unknown): string | undefined {
  if (!isObject(info)) return undefined;
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
  ask: Caller['ask'],
  zoneId: string,
  parts: readonly SnapshotPart[],
): Promise<Readonly<Record<string, unknown[] | null>>> {
  const snapshot: Record<string, unknown[] | null> = {};
  for (const { name, list } of resourceKinds) {
    if (parts.some((part) => part === name)) {
      const read = async () => (await listAll(ask, list, { zone_id: zoneId })).map((one) => known(list, one));
      snapshot[name] = await readable(read());
    }
  }
  return snapshot;
}

/** A record without unknown members, which may change by themselves. */
function known(list: OperationId, record: unknown): unknown {
  const { result }: Endpoint = contract[list];
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
