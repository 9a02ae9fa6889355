import { isObject } from '../../../spec/value-kinds.ts';
import type { SeededState, SeededTenant } from './seeded-state.ts';

/** Ids of accounts, zones and records, in any text. */
const anyId = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b[0-9a-f]{32}\b/g;
const anyTime = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** All ids that a value names. */
export function idsIn(value: unknown): ReadonlySet<string> {
  return new Set(
    JSON.stringify(value ?? null)
      .toLowerCase()
      .match(anyId),
  );
}

/**
 * Which ids of a new state belong to which of an earlier one: generated ids differ, so records are found by what seeds
 * call them. An id that the new seeds give themselves stays.
 *
 * @param given the ids in the new seeds
 */
export function matchIds(
  before: SeededState,
  next: SeededState,
  given: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  const match = (id: string, earlier: string | undefined) => {
    if (earlier !== undefined && id !== earlier && !given.has(id)) ids.set(id, earlier);
  };
  for (const kind of ['accounts', 'zones'] as const) {
    for (const [name, tenant] of next[kind]) {
      const earlier = before[kind].get(name);
      match(tenant.id, earlier?.id);
      for (const [shelf, records] of tenant.shelves) {
        for (const { key, id } of records) match(id, find(earlier, shelf, key)?.id);
      }
    }
  }
  return ids;
}

/** The record of a tenant that a seed calls so. */
export const find = (tenant: SeededTenant | undefined, shelf: string, key: string) =>
  tenant?.shelves.get(shelf)?.find((one) => one.key === key);

/** Replaces ids in all texts of a tenant and its records. */
export const renameTenant = <T extends object>(
  { id, record, owner, shelves }: SeededTenant<T>,
  ids: ReadonlyMap<string, string>,
): SeededTenant<T> => ({
  id: renameIds(id, ids),
  record: renameIds(record, ids),
  owner,
  shelves: new Map([...shelves].map(([name, records]) => [name, renameIds(records, ids)])),
});

/** Replaces ids in all texts of a value. */
export function renameIds<T>(value: T, ids: ReadonlyMap<string, string>): T {
  if (ids.size === 0) return value;
  const renamed = (part: unknown): unknown => {
    if (typeof part === 'string') return part.replace(anyId, (id) => ids.get(id) ?? id);
    if (Array.isArray(part)) return part.map(renamed);
    if (!isObject(part)) return part;
    return Object.fromEntries(Object.entries(part).map(([name, member]) => [name, renamed(member)]));
  };
  // Only texts change, so the type stays the same.
  return renamed(value) as T;
}

/** Generated texts without a meaning: ids, and the shorter ones in names for validation. */
const generated = new RegExp(`${anyId.source}|\\b[0-9a-f]{16}\\b`, 'g');

/**
 * Whether two records say the same, apart from their times and from generated ids.
 *
 * @param known ids that count: those of other records, and those in the seeds
 */
export function isSameRecord(one: unknown, other: unknown, known: ReadonlySet<string>): boolean {
  return toComparable(one, known) === toComparable(other, known);
}

function toComparable(value: unknown, known: ReadonlySet<string>): string {
  return (JSON.stringify(value) ?? '')
    .replace(anyTime, 'time')
    .replace(generated, (id) => (known.has(id) ? id : 'id'));
}
