import { type SqliteEngine, SqliteError } from './sqlite-engine.ts';

/** An engine that refuses every statement with a reason. */
export function withoutSqlite(reason: string): SqliteEngine {
  const refuse = async () => {
    throw new SqliteError('no-sqlite', reason);
  };
  return { run: refuse, dump: refuse };
}

/** The engine of pages and service workers. */
export const createLocalSqlite = (): SqliteEngine =>
  withoutSqlite('SQL runs only on Bun, Deno or Node, not in a web page');
