/** Whether two JSON values are the same; the order of an object's names does not count. */
export function jsonEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other))
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, index) => jsonEqual(item, other[index]))
    );
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every(
      (name) => Object.hasOwn(other, name) && jsonEqual(Reflect.get(one, name), Reflect.get(other, name)),
    )
  );
}
