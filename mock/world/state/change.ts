/**
 * One change of the records at a path, as JSON: a record with its id, a removed id, or the ids that remain in their
 * order. Removing a record also removes what is below it: `accounts/A` is below the record `A` of `accounts`.
 */
export type Change =
  | readonly [path: string, id: string, record: unknown]
  | readonly [path: string, id: string]
  | readonly [path: string, ids: readonly string[]];

/** The path of a part inside another. */
export const getPath = (path: string, name: string): string => (path === '' ? name : `${path}/${name}`);
