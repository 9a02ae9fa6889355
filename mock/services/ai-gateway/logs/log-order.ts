import type { logOrders } from '../../../../spec/services/ai-gateway/logs.ts';
import type { StoredLog } from '../../../world/gateway-records.ts';

export type LogOrder = (typeof logOrders)[number];
export type Direction = 'asc' | 'desc';

/**
 * Log entries in order; those that are alike are in the order of their times.
 *
 * @param logs as they were added, the oldest first
 */
export function orderLogs(
  logs: readonly StoredLog[],
  order: LogOrder = 'created_at',
  direction: Direction = 'desc',
): StoredLog[] {
  // An entry is added when its answer has ended, but has the time at which its request came. Entries of
  // one time stay in the order in which they were added.
  const ordered = [...logs].sort((a, b) => compare(a.entry.created_at, b.entry.created_at));
  if (order !== 'created_at') ordered.sort((a, b) => compare(keyOf(a, order), keyOf(b, order)));
  return direction === 'asc' ? ordered : ordered.reverse();
}

/** False is before true, and what is not known before everything. */
function keyOf({ entry }: StoredLog, order: LogOrder): string | number {
  const value = entry[order];
  return typeof value === 'boolean' ? Number(value) : (value ?? '');
}

function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
