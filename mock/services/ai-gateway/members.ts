/** The members with a value, so that an explicit `undefined` does not override an earlier value. */
export function named<T extends object>(members: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  // Only members without a value are removed; the type allows those to be missing.
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}

/** Whether one of the texts includes the search text, case-insensitive; true without a search text. */
export function includesText(texts: readonly string[], wanted = ''): boolean {
  const part = wanted.toLowerCase();
  return texts.some((text) => text.toLowerCase().includes(part));
}
