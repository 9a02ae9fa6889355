import { sqliteLimits as limits } from '../../../../spec/engine-limits.ts';
import type {
  ChangedPages,
  DumpOptions,
  SqlCell,
  SqlQuery,
  SqlResult,
  SqlRun,
  SqlValue,
} from '../sqlite-engine.ts';
import { dumpDatabase } from './dump-database.ts';
import { isSetting, isWrite, judgeAction } from './judge-action.ts';
import { nextStatement } from './next-statement.ts';
import { openMemory, type Statement } from './runtime-sqlite.ts';

/** A database in memory. It has no file, and its statements reach none. */
export class OpenDatabase {
  readonly #database = openMemory();
  readonly #state: Statement;
  /** As it was when its owner last kept it. */
  #kept: Buffer;
  /** Whose statements are prepared: those of this class may do anything. */
  #isGuarded = false;
  #isWriting = false;
  #isSetting = false;

  /** @param bytes of the file; none for a new database */
  constructor(bytes: Uint8Array) {
    const database = this.#database;
    if (bytes.length > 0) database.deserialize(bytes);
    this.#kept = Buffer.from(bytes);
    database.exec(
      `PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA max_page_count = ${Math.floor(limits.databaseBytes / pageBytes)}`,
    );
    this.#state = database.prepare(
      'SELECT total_changes(), last_insert_rowid(), (SELECT page_count FROM pragma_page_count), (SELECT schema_version FROM pragma_schema_version)',
    );
    this.#state.setReturnArrays(true);
    Object.assign(database.limits, limits.statements);
    database.setAuthorizer((action, first, second) => {
      if (!this.#isGuarded) return allowed;
      if (isWrite(action)) this.#isWriting = true;
      if (isSetting(action, first, second)) this.#isSetting = true;
      return judgeAction(action, first, second) ? allowed : denied;
    });
  }

  get bytes(): number {
    return this.#kept.length;
  }

  /** Whether statements have left settings, which hold for one request only. */
  get isSet(): boolean {
    return this.#isSetting;
  }

  /** Runs all queries or none. @throws errors of SQLite */
  run(queries: readonly SqlQuery[]): SqlRun {
    this.#isWriting = false;
    this.#database.exec('BEGIN');
    try {
      const results = queries.flatMap((query) => this.#runQuery(query));
      this.#database.exec('COMMIT');
      const changed = this.#isWriting ? this.#findChanges() : undefined;
      return changed ? { results, changed } : { results };
    } catch (error) {
      // A full database has ended its transaction by itself.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  dump(options: DumpOptions): string {
    const { length } = this.#database.limits;
    this.#database.limits.length = limits.databaseBytes;
    try {
      return dumpDatabase(this.#database, options);
    } finally {
      this.#database.limits.length = length;
    }
  }

  close(): void {
    this.#database.close();
  }

  #runQuery({ sql, params = [] }: SqlQuery): SqlResult[] {
    const results: SqlResult[] = [];
    const prepare = (text: string) => this.#prepare(text);
    // A statement is prepared when the one before it has run, which may have made its table.
    for (let at = 0; ; ) {
      const found = nextStatement(sql, at, limits.statementBytes, prepare);
      if (!found) break;
      at = found.end;
      results.push(this.#runStatement(found.statement, at === sql.length ? params : []));
    }
    if (results.length === 0) throw new Error('No SQL statements detected.');
    return results;
  }

  #prepare(text: string): Statement {
    this.#isGuarded = true;
    try {
      return this.#database.prepare(text);
    } finally {
      this.#isGuarded = false;
    }
  }

  #runStatement(statement: Statement, params: readonly SqlValue[]): SqlResult {
    statement.setReturnArrays(true);
    statement.setReadBigInts(true);
    if (params.length > 0 || /[?:@$]/.test(statement.sourceSQL)) requireAll(statement, params);
    const before = this.#readState();
    const began = performance.now();
    this.#isGuarded = true;
    let rows: readonly (readonly unknown[])[];
    try {
      rows = statement.all(...params.map(toParameter));
    } finally {
      this.#isGuarded = false;
    }
    const milliseconds = performance.now() - began;
    const after = this.#readState();
    const [changes = 0, lastRowId = 0, pages = 0] = after;
    return {
      columns: statement.columns().map(({ name }) => name),
      rows: rows.map((row) => row.map(toCell)),
      changes: changes - (before[0] ?? 0),
      lastRowId,
      changedDatabase: after.some((value, at) => value !== before[at]),
      sizeAfter: pages * pageBytes,
      milliseconds,
    };
  }

  #readState(): readonly number[] {
    const [row = []] = this.#state.all();
    return row.map(Number);
  }

  #findChanges(): ChangedPages | undefined {
    const bytes = Buffer.from(this.#database.serialize());
    const pages: [number, string][] = [];
    for (let at = 0; at < bytes.length; at += pageBytes) {
      const page = bytes.subarray(at, at + pageBytes);
      if (!page.equals(this.#kept.subarray(at, at + pageBytes)))
        pages.push([at / pageBytes, page.toString('base64')]);
    }
    if (pages.length === 0 && bytes.length === this.#kept.length) return undefined;
    this.#kept = bytes;
    const tables = this.#database.prepare(countTables);
    tables.setReturnArrays(true);
    const [[count] = []] = tables.all();
    return { pages, count: bytes.length / pageBytes, tables: Number(count) };
  }
}

/** What is no parameter although it looks like one. */
const quoted = /'[^']*'|"[^"]*"|`[^`]*`|\[[^\]]*\]|--.*|\/\*[\s\S]*?\*\//g;

/** @throws Error unless there is a value for each parameter, by its position */
function requireAll(statement: Statement, params: readonly SqlValue[]): void {
  const named = /(?<![\w$])[:@$][A-Za-z_]\w*/.exec(statement.sourceSQL.replaceAll(quoted, ' '));
  if (named)
    throw new Error(`The parameter ${named[0]} has a name: use ? or ?NNN, as D1 does not bind names.`);
  const fits = (values: readonly SqlValue[]) => {
    try {
      // It binds values, and runs nothing.
      statement.iterate(...values.map(toParameter)).return?.();
      return true;
    } catch (error) {
      if (error instanceof Error && 'errcode' in error && error.errcode === outOfRange) return false;
      throw error;
    }
  };
  if (!fits(params) || fits([...params, null]))
    throw new Error('Wrong number of parameter bindings for SQL query.');
}

const outOfRange = 25;

const countTables =
  "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";

/** What an authorizer answers. */
const [allowed, denied] = [0, 1];

/** The default of SQLite, which no statement changes. */
const pageBytes = 4096;

/** Whole numbers are integers of SQLite. */
function toParameter(value: SqlValue): null | number | bigint | string {
  if (typeof value === 'boolean') return BigInt(value);
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value;
}

function toCell(value: unknown): SqlCell {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Uint8Array) return [...value];
  // Nothing else comes from SQLite; JSON has no infinity.
  return value as SqlCell;
}
