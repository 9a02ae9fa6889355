/** The members that have a value, so that an explicit `undefined` does not hide what stands before it. */
export function named<T extends object>(members: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  // Only members without a value went; those are the ones that the type lets be missing.
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}

/** Whether one of the texts includes what is looked for, in any case; where that is nothing, all do. */
export function includesText(texts: readonly string[], wanted = ''): boolean {
  const part = wanted.toLowerCase();
  return texts.some((text) => text.toLowerCase().includes(part));
}
