import { fillBuckets, getPlace, type SeededObject, type StoreOf } from '../seeded-objects.ts';

/**
 * Changes the objects of buckets to those of new seeds, where they differ from those of earlier ones.
 *
 * @returns the number of objects that changed
 */
export async function changeObjects(
  getStore: StoreOf,
  before: readonly SeededObject[],
  next: readonly SeededObject[],
): Promise<number> {
  const old = new Map(before.map((object) => [getPlace(object), object]));
  const wanted = new Set(next.map(getPlace));
  const gone = before.filter((object) => !wanted.has(getPlace(object)));
  const changed = next.filter((object) => !isSame(old.get(getPlace(object)), object));
  await fillBuckets(getStore, changed, gone);
  return gone.length + changed.length;
}

function isSame(one: SeededObject | undefined, other: SeededObject): boolean {
  return (
    one !== undefined &&
    JSON.stringify(one.metadata) === JSON.stringify(other.metadata) &&
    one.bytes.length === other.bytes.length &&
    one.bytes.every((byte, index) => byte === other.bytes[index])
  );
}
