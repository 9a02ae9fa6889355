import { TouchstoneError } from '../../../spec/touchstone-error.ts';

/** A value for a parameter. */
export type SqlValue = null | number | string | boolean;

/** A value of a row; bytes are a list of numbers, and an integer beyond 2^53 is the nearest number. */
export type SqlCell = null | number | string | readonly number[];

/** A text of one or several statements. */
export interface SqlQuery {
  readonly sql: string;
  /** For the last statement, by their positions. */
  readonly params?: readonly SqlValue[];
}

/** What one statement did. */
export interface SqlResult {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SqlCell[])[];
  /** Rows that it inserted, changed or removed, also by triggers. */
  readonly changes: number;
  readonly lastRowId: number;
  readonly changedDatabase: boolean;
  /** Bytes of the database afterwards. */
  readonly sizeAfter: number;
  readonly milliseconds: number;
}

/** Pages of a database that a run changed. */
export interface ChangedPages {
  /** Each with its number from 0, in base64. */
  readonly pages: readonly (readonly [number: number, base64: string])[];
  /** How many pages the database has now. */
  readonly count: number;
  /** How many tables it has now, without those of SQLite itself. */
  readonly tables: number;
}

/** A database as its owner keeps it. */
export interface KeptDatabase {
  readonly id: string;
  /** Another one for each content: the engine remembers what it has read. */
  readonly version: string;
  /**
   * All pages in base64; none for a new database. Asked for only if the engine does not remember this version.
   *
   * @throws any error if the database is at another version by now; the run throws it too
   */
  readonly pages: () => readonly string[];
}

/** What a run did: nothing of it is kept unless the owner keeps the changed pages. */
export interface SqlRun {
  readonly results: readonly SqlResult[];
  /** Undefined if the database is as before. */
  readonly changed?: ChangedPages;
}

/** What a dump contains. */
export interface DumpOptions {
  readonly noData?: boolean;
  readonly noSchema?: boolean;
  /** By default all. */
  readonly tables?: readonly string[];
}

/** Runs SQL on databases that it does not keep. */
export interface SqliteEngine {
  /**
   * Runs queries in one transaction.
   *
   * @param next the version of the database afterwards, if it changes
   * @throws SqliteError; nothing has changed then
   */
  run(
    database: KeptDatabase,
    queries: readonly SqlQuery[],
    next: string,
    signal: AbortSignal,
  ): Promise<SqlRun>;
  /** Writes a database as SQL. @throws SqliteError */
  dump(database: KeptDatabase, options: DumpOptions, signal: AbortSignal): Promise<string>;
}

/**
 * Thrown for SQL that is refused (`sql`, in the words of SQLite), takes too long (`sql-time`) or too much memory
 * (`sql-memory`), and where there is no SQLite (`no-sqlite`).
 */
export class SqliteError extends TouchstoneError {
  constructor(
    code: 'sql' | 'sql-time' | 'sql-memory' | 'no-sqlite',
    message: string,
    options?: ErrorOptions,
  ) {
    super(code, message, options);
  }
}
