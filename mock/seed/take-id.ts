import type { Collection } from '../world/collection.ts';
import { SeedFault } from './seed-fault.ts';

/**
 * Gives a record that was just made the id that a seed wants for it.
 *
 * @param wanted left out where any id will do
 * @param withId the record with another id
 * @returns the id that it has now
 * @throws SeedFault for an id that another one has; the record is gone then
 */
export function takeId<T extends object>(
  collection: Collection<T>,
  made: string,
  wanted: string | undefined,
  withId: (record: T, id: string) => T,
): string {
  const id = wanted?.toLowerCase();
  if (id === undefined || id === made) return made;
  if (collection.get(id)) {
    collection.remove(made);
    throw new SeedFault(`the id ${id} is taken`, ['id']);
  }
  const before = collection.get(made);
  // In its place, since the order of many is that in which they were made.
  collection.replaceAll(collection.list().map((record) => (record === before ? withId(record, id) : record)));
  return id;
}
