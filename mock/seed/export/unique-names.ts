/**
 * Names by which a seed tells things apart: those they have, and where two have the same one, or none, something of
 * their ids with it.
 *
 * @param changed told of each that got another name
 */
export function uniqueNames<T>(
  items: readonly T[],
  of: (item: T) => { readonly id: string; readonly name: string },
  changed: (from: string, to: string) => void = () => {},
): readonly (readonly [name: string, item: T])[] {
  const taken = new Set<string>();
  return items.map((item) => {
    const { id, name } = of(item);
    const isFree = name !== '' && !taken.has(name);
    const own = isFree ? name : `${name} ${id}`.trimStart();
    taken.add(own);
    if (!isFree) changed(name, own);
    return [own, item] as const;
  });
}
