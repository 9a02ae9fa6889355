import type { SqliteEngine } from './sqlite-engine.ts';

export {
  type ChangedPages,
  type DumpOptions,
  type KeptDatabase,
  type SqlCell,
  type SqliteEngine,
  SqliteError,
  type SqlQuery,
  type SqlResult,
  type SqlRun,
  type SqlValue,
} from './sqlite-engine.ts';

/**
 * A SQLite that the first statement loads. Bundles for web pages have none: for them `#local-sqlite` is another module
 * (`imports` of `package.json`).
 */
export function createSqlite(): SqliteEngine {
  let engine: Promise<SqliteEngine> | undefined;
  const local = () => {
    engine ??= import('#local-sqlite').then(({ createLocalSqlite }) => createLocalSqlite());
    return engine;
  };
  return {
    run: async (...asked) => (await local()).run(...asked),
    dump: async (...asked) => (await local()).dump(...asked),
  };
}
