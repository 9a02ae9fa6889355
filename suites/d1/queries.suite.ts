import { equal, match, object, ok, show } from '../harness/assertions.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { getError, getResult } from '../v4/answers.ts';
import { createDatabase, toResults } from './database.ts';

/** Queries of D1. */
export const queriesSuite = defineSuite('d1/queries', [
  test('D1-DATABASE-1', 'tells how large the database is', async (t) => {
    const { path, query } = await createDatabase(t);
    await query('CREATE TABLE a (b)');
    const record = getResult(t, await t.send({ method: 'GET', path }));
    const { version, num_tables, file_size } = record as Readonly<Record<string, unknown>>;
    equal(version, 'production', 'version');
    equal(num_tables, 1, 'num_tables');
    ok(typeof file_size === 'number' && file_size > 0, `file_size is ${show(file_size)}`);
  }),
  test(['D1-QUERY-1', 'D1-QUERY-2', 'D1-META-1'], 'runs several statements of a text', async (t) => {
    const { query } = await createDatabase(t);
    const [made, inserted, read, ...others] = await query(
      "CREATE TABLE a (id INTEGER PRIMARY KEY, b); INSERT INTO a (b) VALUES ('x;'), (NULL); SELECT * FROM a",
    );
    equal(others.length, 0, 'further results');
    equal(
      [made, inserted, read].every((one) => one?.success === true),
      true,
      'success of each',
    );
    equal(
      read?.results,
      [
        { id: 1, b: 'x;' },
        { id: 2, b: null },
      ],
      'results of the SELECT',
    );
    await t.check('D1-META-1', () => {
      const { changes, last_row_id, changed_db, size_after, duration } = inserted?.meta ?? {};
      equal({ changes, last_row_id, changed_db }, { changes: 2, last_row_id: 2, changed_db: true }, 'meta');
      ok(typeof size_after === 'number' && size_after > 0, `meta.size_after is ${show(size_after)}`);
      ok(typeof duration === 'number', `meta.duration is ${show(duration)}`);
    });
  }),
  test(['D1-QUERY-3', 'D1-QUERY-4'], 'runs a batch, or nothing of it', async (t) => {
    const { post, query, rows } = await createDatabase(t);
    await query('CREATE TABLE a (b UNIQUE)');
    const insert = (...params: readonly unknown[]) => ({ sql: 'INSERT INTO a VALUES (?)', params });
    const results = toResults(getResult(t, await post('query', { batch: [insert('x'), insert('y')] })));
    equal(results.length, 2, 'the number of results');
    equal(await rows('SELECT b FROM a ORDER BY b'), [{ b: 'x' }, { b: 'y' }], 'the rows');
    await t.check('D1-QUERY-4', async () => {
      getError(await post('query', { batch: [insert('z'), insert('x')] }));
      equal(await rows('SELECT count(*) AS n FROM a'), [{ n: 2 }], 'the rows after a failed batch');
    });
  }),
  test('D1-RAW-1', 'answers a raw query with columns and rows', async (t) => {
    const { post } = await createDatabase(t);
    const [result] = toResults(getResult(t, await post('raw', { sql: 'SELECT 1 AS a, 2 AS a, NULL AS b' })));
    equal(result?.results, { columns: ['a', 'a', 'b'], rows: [[1, 2, null]] }, 'results');
  }),
  test('D1-PARAMETER-1', 'binds values by position', async (t) => {
    const { rows } = await createDatabase(t);
    equal(await rows('SELECT ?2 AS a, ?1 AS b', ['x', 'y']), [{ a: 'y', b: 'x' }], 'the rows of ?NNN');
    equal(await rows('SELECT ? AS a, ? AS b', ['x', "it's"]), [{ a: 'x', b: "it's" }], 'the rows of ?');
  }),
  test(['D1-KEY-1', 'D1-KEY-2'], 'enforces foreign keys', async (t) => {
    const { post, query, rows } = await createDatabase(t);
    await query('CREATE TABLE a (b PRIMARY KEY); CREATE TABLE c (d REFERENCES a (b))');
    const refused = await post('query', { sql: 'PRAGMA foreign_keys = off; INSERT INTO c VALUES (1)' });
    match(String(getError(refused)['message']), /FOREIGN KEY constraint failed/, 'the message');
    await t.check('D1-KEY-2', async () => {
      await query('PRAGMA defer_foreign_keys = on; INSERT INTO c VALUES (1); INSERT INTO a VALUES (1)');
      equal(await rows('SELECT d FROM c'), [{ d: 1 }], 'the rows');
    });
  }),
  test(['D1-SQL-1', 'D1-SQL-2'], 'has the documented statements and extensions', async (t) => {
    const { query, rows } = await createDatabase(t);
    await query('CREATE TABLE a (b TEXT NOT NULL)');
    const listed = JSON.stringify(await rows('PRAGMA table_list'));
    match(listed, /"name":"a","type":"table"/, 'PRAGMA table_list');
    const info = JSON.stringify(await rows('PRAGMA table_info(a)'));
    match(info, /"name":"b","type":"TEXT","notnull":1/, 'PRAGMA table_info');
    await t.check('D1-SQL-2', async () => {
      await query("CREATE VIRTUAL TABLE texts USING fts5(body); INSERT INTO texts VALUES ('a quick fox')");
      equal(
        await rows("SELECT body FROM texts WHERE texts MATCH 'quick'"),
        [{ body: 'a quick fox' }],
        'FTS5',
      );
      equal(await rows(`SELECT json_extract('{"a":[5]}', '$.a[0]') AS n`), [{ n: 5 }], 'json_extract');
    });
  }),
  test(['D1-LIMIT-1', 'D1-LIMIT-2', 'D1-LIMIT-3'], 'refuses what is beyond its limits', async (t) => {
    const { post, rows } = await createDatabase(t);
    const refuses = async (sql: string, params: readonly unknown[] = []) =>
      void getError(await post('query', { sql, params }));
    const text = (bytes: number) => `SELECT length('${'x'.repeat(bytes - 19)}') n`;
    await t.check('D1-LIMIT-1', async () => {
      equal(await rows(text(100_000)), [{ n: 99_981 }], 'the rows of the longest statement');
      await refuses(text(100_001));
    });
    const list = (count: number) => Array.from({ length: count }, (_, index) => index);
    const sum = (count: number) =>
      `SELECT ${list(count)
        .fill(0)
        .map(() => '?')
        .join(' + ')} AS n`;
    await t.check('D1-LIMIT-2', async () => {
      equal(await rows(sum(100), list(100).fill(1)), [{ n: 100 }], 'the rows with 100 parameters');
      await refuses(sum(101), list(101).fill(1));
    });
    await t.check('D1-LIMIT-3', async () => {
      await rows(`CREATE TABLE a (${list(100).map((index) => `c${index}`)})`);
      await refuses(`CREATE TABLE b (${list(101).map((index) => `c${index}`)})`);
    });
  }),
  test(['D1-TIME-1', 'D1-TIME-2'], 'goes back in time, and forward again', async (t) => {
    const { path, query, rows } = await createDatabase(t);
    const get = async (method: string, action: string) =>
      object(getResult(t, await t.send({ method, path: `${path}/time_travel/${action}` })), 'result');
    const restore = (bookmark: unknown) => get('POST', `restore?bookmark=${String(bookmark)}`);
    await query('CREATE TABLE a (b); INSERT INTO a VALUES (1)');
    const { bookmark } = await get('GET', 'bookmark');
    await query('DELETE FROM a');
    const { previous_bookmark: previous } = await restore(bookmark);
    equal(await rows('SELECT b FROM a'), [{ b: 1 }], 'the rows of then');
    await t.check('D1-TIME-2', async () => {
      await restore(previous);
      equal(await rows('SELECT b FROM a'), [], 'the rows after the undo');
    });
  }),
  test(['D1-ERROR-1', 'D1-ERROR-2'], 'says in the words of SQLite what is wrong', async (t) => {
    const { path, post } = await createDatabase(t);
    for (const [sql, words] of [
      ['SELEC 1', /near "SELEC": syntax error/],
      ['SELECT * FROM missing', /no such table: missing/],
    ] as const) {
      const { code, message } = getError(await post('query', { sql }));
      equal(code, 7500, 'the code');
      match(String(message), words, 'the message');
    }
    await t.check('D1-ERROR-2', async () => {
      const other = path.replace(/[^/]+$/, crypto.randomUUID());
      equal(getError(await t.send({ method: 'GET', path: other }))['code'], 7404, 'the code');
    });
  }),
]);
