import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLocalSqlite } from './local/index.ts';
import { openMemory } from './local/runtime-sqlite.ts';
import type { SqlCell, SqlQuery, SqlRun, SqlValue } from './sqlite-engine.ts';

const engine = createLocalSqlite({ atOnce: 2, ms: 2_000, idleMs: 60_000 });
const { signal } = new AbortController();
let made = 0;

/** A database whose owner keeps each change, or not. */
function keep() {
  const id = `database ${++made}`;
  let version = '';
  let pages: readonly string[] = [];
  const database = () => ({ id, version, pages: () => pages });
  return {
    get pages() {
      return pages;
    },
    async run(sql: string, params: readonly SqlValue[] = []): Promise<SqlRun> {
      const next = crypto.randomUUID();
      const run = await engine.run(database(), [{ sql, params }], next, signal);
      if (run.changed) {
        const changed = [...pages];
        for (const [number, page] of run.changed.pages) changed[number] = page;
        pages = changed.slice(0, run.changed.count);
        version = next;
      }
      return run;
    },
    /** Runs queries and forgets what they changed, as an owner does whose write failed. */
    lose: (queries: readonly SqlQuery[]) => engine.run(database(), queries, crypto.randomUUID(), signal),
    dump: () => engine.dump(database(), {}, signal),
    snapshot() {
      const then = { version, pages };
      return () => {
        ({ version, pages } = then);
      };
    },
  };
}

const rowsOf = ({ results }: SqlRun) => results.at(-1)?.rows;

it('keeps what statements make, page by page', { timeout: 30_000 }, async () => {
  const one = keep();
  await one.run('CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 2)');
  const { changed } = await one.run('INSERT INTO t VALUES (?, ?2)', [3, null]);
  expect(changed?.pages.length).toBeLessThan(3);
  expect(rowsOf(await one.run('SELECT * FROM t'))).toEqual([
    [1, 2],
    [3, null],
  ]);
  expect(rowsOf(await keep().run('SELECT count(*) FROM sqlite_schema'))).toEqual([[0]]);
});

it('is at the version that its owner has', async () => {
  const one = keep();
  await one.run('CREATE TABLE t (a)');
  const restore = one.snapshot();
  await one.run('INSERT INTO t VALUES (1)');
  await one.lose([{ sql: 'INSERT INTO t VALUES (2)' }]);
  expect(rowsOf(await one.run('SELECT a FROM t'))).toEqual([[1]]);
  restore();
  expect(rowsOf(await one.run('SELECT a FROM t'))).toEqual([]);
});

it('runs all statements or none', async () => {
  const one = keep();
  await one.run('CREATE TABLE t (a UNIQUE)');
  const before = one.pages;
  await expect(one.run('CREATE TABLE u (a); INSERT INTO t VALUES (1), (1)')).rejects.toThrow(
    'UNIQUE constraint failed: t.a: SQLITE_CONSTRAINT',
  );
  expect(one.pages).toBe(before);
  await expect(one.run('SELECT * FROM u')).rejects.toThrow('no such table: u: SQLITE_ERROR');
});

it.each([
  'ATTACH DATABASE "other.db" AS other',
  'DETACH DATABASE main',
  "/* a */ VACUUM INTO '/tmp/touchstone-copy.db'",
  'VACUUM',
  "SELECT load_extension('/tmp/x.so')",
  "SELECT fts3_tokenizer('simple')",
  'PRAGMA journal_mode = WAL',
  'PRAGMA temp_store_directory = "/tmp"',
  'PRAGMA writable_schema = ON',
  'SELECT * FROM pragma_database_list',
  'PRAGMA max_page_count = 1000000000',
  'BEGIN',
  'COMMIT',
  'SAVEPOINT a',
  'CREATE TEMP TABLE a (b)',
  'CREATE VIRTUAL TABLE a USING dbstat',
  "SELECT readfile('/etc/passwd')",
  "SELECT writefile('/tmp/touchstone-file', 'x')",
  'UPDATE sqlite_schema SET sql = NULL',
  'EXPLAIN ATTACH DATABASE "other.db" AS other',
])('refuses %s', async (sql) => {
  await expect(keep().run(sql)).rejects.toMatchObject({ code: 'sql' });
});

it.each([
  ['PRAGMA foreign_keys = OFF', 'PRAGMA foreign_keys', 1],
  ['PRAGMA case_sensitive_like = ON', "SELECT 'a' LIKE 'A'", 1],
  ['PRAGMA ignore_check_constraints = ON', 'PRAGMA ignore_check_constraints', 0],
])('forgets %s after the request', async (sql, question, expected) => {
  const one = keep();
  await one.run(sql);
  expect(rowsOf(await one.run(question))).toEqual([[expected]]);
});

it.each([
  ['a text of 2 MB', 'SELECT length(zeroblob(2000001))', 'too big'],
  ['101 parameters', `SELECT ${Array(101).fill('?').join()}`, 'too many SQL variables'],
  ['a statement of 100 kB', `SELECT '${'x'.repeat(100_000)}'`, 'statement too long'],
  ['a pattern of 51 bytes', `SELECT 'a' LIKE '${'x'.repeat(51)}'`, 'too complex'],
  ['101 columns', `CREATE TABLE t (${Array.from({ length: 101 }, (_, index) => `c${index}`)})`, 'too many'],
  ['no value for a parameter', 'SELECT ?1, ?2', 'Wrong number of parameter bindings'],
  ['a name of a parameter', 'SELECT :a', ':a has a name'],
])('refuses %s', async (_, sql, words) => {
  await expect(keep().run(sql)).rejects.toThrow(words);
});

it('refuses a value without a parameter', async () => {
  await expect(keep().run("SELECT ':a', ?", [1, 2])).rejects.toThrow('Wrong number of parameter bindings');
});

it('ends what grows beyond the size of a database, and keeps nothing of it', {
  timeout: 30_000,
}, async () => {
  const one = keep();
  await one.run('CREATE TABLE t (a)');
  const grow =
    'INSERT INTO t WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60) SELECT zeroblob(1900000) FROM n';
  await expect(one.run(grow)).rejects.toMatchObject({ code: 'sql', message: /full|too/ });
  expect(rowsOf(await one.run('SELECT count(*) FROM t'))).toEqual([[0]]);
});

it('ends a query that never ends, while others are answered', { timeout: 30_000 }, async () => {
  const one = keep();
  const endless = one.run(
    'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n',
  );
  const refused = expect(endless).rejects.toMatchObject({ code: 'sql-time' });
  expect(rowsOf(await keep().run('SELECT 1'))).toEqual([[1]]);
  await refused;
  expect(rowsOf(await one.run('SELECT 1'))).toEqual([[1]]);
});

it('writes a database as SQL that makes the same one', { timeout: 30_000 }, async () => {
  const one = keep();
  await one.run(`
    CREATE TABLE "a ""b" (id INTEGER PRIMARY KEY AUTOINCREMENT, v, g AS (v || '!'));
    CREATE INDEX i ON "a ""b" (v);
    CREATE VIEW w AS SELECT v FROM "a ""b";
    CREATE TRIGGER x AFTER INSERT ON "a ""b" BEGIN DELETE FROM "a ""b" WHERE v = 'gone'; END;
    INSERT INTO "a ""b" (v) VALUES ('it''s'), (x'00ff'), (NULL), (1.5), (1e300), ('a' || char(0, 10) || 'b'), ('gone')`);
  const text = await one.dump();
  const other = keep();
  await other.run(text);
  expect(await other.dump()).toBe(text);
  for (const sql of ['SELECT * FROM "a ""b"', 'SELECT type, name FROM sqlite_schema', 'SELECT * FROM w']) {
    expect(rowsOf(await other.run(sql))).toEqual(rowsOf(await one.run(sql)));
  }
});

const value = fc.oneof(
  fc.integer({ min: -99, max: 99 }).map(String),
  fc.constantFrom('NULL', "'a'", "'B'", "''", '1.5', "x'00ff'", '9223372036854775807', '1e300', "'1'"),
);
const expression: fc.Arbitrary<string> = fc.letrec<{ it: string }>((tie) => ({
  it: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    value,
    fc.constantFrom('a', 'b'),
    fc
      .tuple(
        tie('it'),
        fc.constantFrom('+', '-', '*', '/', '%', '||', '<', '=', 'IS', 'AND', 'OR', '&', '>>'),
        tie('it'),
      )
      .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
    fc
      .tuple(fc.constantFrom('abs', 'typeof', 'length', 'quote', 'upper', 'hex', 'json_quote'), tie('it'))
      .map(([name, argument]) => `${name}(${argument})`),
    fc.tuple(tie('it'), tie('it'), tie('it')).map(([a, b, c]) => `CASE WHEN ${a} THEN ${b} ELSE ${c} END`),
  ),
})).it;
const statement = fc.oneof(
  fc.tuple(value, value).map((both) => `INSERT INTO t VALUES (${both})`),
  fc.tuple(expression, expression).map(([set, where]) => `UPDATE t SET b = ${set} WHERE ${where}`),
  expression.map((where) => `DELETE FROM t WHERE a IS NULL AND ${where}`),
  fc
    .tuple(expression, expression)
    .map(([of, by]) => `SELECT ${of} AS x, count(*), sum(1) OVER () FROM t GROUP BY ${by} ORDER BY 1, 2`),
  expression.map((of) => `SELECT DISTINCT ${of}, a FROM t ORDER BY 1, 2 LIMIT 7`),
  expression.map((of) => `INSERT INTO t SELECT ${of}, b FROM t LIMIT 3 RETURNING a, rowid`),
  fc.constant('SELECT a, b, rowid FROM t ORDER BY rowid'),
);

/** What SQLite itself answers, as JSON has it. */
function askDirectly(database: ReturnType<typeof openMemory>, sql: string): unknown {
  try {
    const prepared = database.prepare(sql);
    prepared.setReturnArrays(true);
    prepared.setReadBigInts(true);
    const toCell = (cell: unknown): SqlCell =>
      typeof cell === 'bigint' ? Number(cell) : cell instanceof Uint8Array ? [...cell] : (cell as SqlCell);
    const rows = prepared.all().map((row) => row.map(toCell));
    return JSON.parse(JSON.stringify(rows));
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
}

it('answers as SQLite itself does', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(statement, { minLength: 4, maxLength: 12 }), async (statements) => {
      const direct = openMemory();
      const one = keep();
      const answers: unknown[] = [];
      const expected: unknown[] = [];
      for (const sql of ['CREATE TABLE t (a, b)', 'INSERT INTO t VALUES (1, 2), (3, NULL)', ...statements]) {
        expected.push(askDirectly(direct, sql));
        const answer = await one
          .run(sql)
          .then(rowsOf, (error: Error) => error.message.replace(/: SQLITE_\w+$/, ''));
        answers.push(answer);
      }
      direct.close();
      expect(answers).toEqual(expected);
    }),
    { numRuns: 40 },
  );
});
