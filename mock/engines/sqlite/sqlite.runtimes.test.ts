import { expect, it } from 'vitest';
import { createLocalSqlite } from './local/index.ts';
import type { SqlQuery, SqlRun, SqlValue } from './sqlite-engine.ts';

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
  'pragma Journal_Mode = WAL',
  "SELECT LOAD_EXTENSION('/tmp/x.so')",
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

it('takes names in any case', async () => {
  const one = keep();
  await one.run('CREATE VIRTUAL TABLE t USING FTS5(a)');
  expect(rowsOf(await one.run('PRAGMA Table_Info(t)'))).toHaveLength(1);
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
