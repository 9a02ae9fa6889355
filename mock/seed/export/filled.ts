/** The members that hold something: no empty lists and objects, so that people find the others. */
export function filled<T extends object>(members: T): T {
  const isEmpty = (value: unknown) =>
    typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  const kept = Object.entries(members).filter(([, value]) => value !== undefined && !isEmpty(value));
  // All members of a seed that can be empty may be left out.
  return Object.fromEntries(kept) as T;
}
