import { DatabaseSync } from 'node:sqlite';

/** A statement of `node:sqlite` whose rows are lists. */
export interface Statement {
  readonly sourceSQL: string;
  all(...values: readonly unknown[]): readonly (readonly unknown[])[];
  iterate(...values: readonly unknown[]): IterableIterator<unknown>;
  columns(): readonly { readonly name: string }[];
  setReturnArrays(isOn: boolean): void;
  setReadBigInts(isOn: boolean): void;
}

/** What is used of a database of `node:sqlite`. The oldest Node that we support has less. */
export interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
  serialize(): Uint8Array;
  deserialize(bytes: Uint8Array): void;
  setAuthorizer(judge: (action: number, first: string | null, second: string | null) => number): void;
  readonly limits: { length: number };
  readonly isTransaction: boolean;
}

/** Why this runtime can't run SQL safely; undefined if it can. */
export const missing: string | undefined =
  'serialize' in DatabaseSync.prototype && 'setAuthorizer' in DatabaseSync.prototype
    ? undefined
    : 'SQL needs node:sqlite with serialize and setAuthorizer: Node 24.16, Bun 1.4 or Deno 2.9';

/** Opens an empty database in memory. */
export const openMemory = (): Database =>
  // `missing` has looked for what the types of the oldest Node lack.
  new DatabaseSync(':memory:') as unknown as Database;
