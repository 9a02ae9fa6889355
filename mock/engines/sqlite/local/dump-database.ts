import type { DumpOptions } from '../sqlite-engine.ts';
import type { Database } from './runtime-sqlite.ts';

/**
 * Writes a database as SQL that makes it anew.
 *
 * @throws Error for virtual tables, as D1 refuses them too
 */
export function dumpDatabase(database: Database, { noData, noSchema, tables }: DumpOptions): string {
  const entries = select(
    database,
    "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid",
  ).map(([type, name = '', table = '', sql = '']) => ({ isTable: type === 'table', name, table, sql }));
  const chosen = entries.filter(({ table }) => tables === undefined || tables.includes(table));
  if (chosen.some(({ sql }) => /^create\s+virtual\s/i.test(sql)))
    throw new Error('cannot export databases with Virtual Tables (fts5)');
  const lines = ['PRAGMA defer_foreign_keys=TRUE;'];
  for (const { name, sql } of chosen.filter(({ isTable }) => isTable)) {
    if (!noSchema) lines.push(`${sql};`);
    if (!noData) lines.push(...writeRows(database, name));
  }
  const hasCounters = entries.some(({ sql }) => /\bautoincrement\b/i.test(sql));
  if (!noData && hasCounters) {
    const counters = writeRows(database, 'sqlite_sequence', tables);
    lines.push('DELETE FROM sqlite_sequence;', ...counters);
  }
  if (!noSchema) lines.push(...chosen.filter(({ isTable }) => !isTable).map(({ sql }) => `${sql};`));
  return `${lines.join('\n')}\n`;
}

/** Rows of texts. */
function select(database: Database, sql: string): readonly (readonly string[])[] {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  return statement.all().map((row) => row.map(String));
}

const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`;
const quoteText = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** @param only names of tables, for the counters of tables */
function writeRows(database: Database, table: string, only?: readonly string[]): string[] {
  const columns = select(
    database,
    `SELECT name FROM pragma_table_xinfo(${quoteText(table)}) WHERE hidden = 0`,
  ).map(([name = '']) => quoteName(name));
  // `quote` ends a text at its first zero.
  const values = columns.map(
    (name) =>
      `CASE WHEN typeof(${name}) = 'text' AND instr(${name}, char(0)) > 0 THEN 'CAST(' || quote(CAST(${name} AS BLOB)) || ' AS TEXT)' ELSE quote(${name}) END`,
  );
  return select(database, `SELECT ${values.join()} FROM ${quoteName(table)}`)
    .filter(([name]) => only === undefined || only.some((one) => quoteText(one) === name))
    .map((row) => `INSERT INTO ${quoteName(table)} (${columns.join()}) VALUES(${row.join()});`);
}
