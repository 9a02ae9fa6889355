import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openMemory } from '../../mock/engines/sqlite/local/runtime-sqlite.ts';
import type { SqlCell } from '../../mock/engines/sqlite/sqlite-engine.ts';
import { createMock } from '../../mock/index.ts';
import { killServers } from './kill-run.ts';

it('databases outlive kill -9 on every runtime', { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-sql-'));
  try {
    const report = await killServers(folder, 2, () => 1_000, ['sql']);
    expect(report.acknowledged).toBeGreaterThan(0);
  } finally {
    await rm(folder, { recursive: true, force: true });
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

it('answers over REST as SQLite itself does', { timeout: 120_000 }, async () => {
  const mock = createMock();
  const ask = async (path: string, body: object) => {
    const url = `http://localhost/client/v4/accounts/${mock.defaults.accountId}/d1/database${path}`;
    const headers = {
      authorization: `Bearer ${mock.defaults.apiToken}`,
      'content-type': 'application/json',
    };
    const request = new Request(url, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await mock.fetch(request)).json();
  };
  let databases = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(statement, { minLength: 4, maxLength: 12 }), async (statements) => {
      const { uuid } = (await ask('', { name: `database-${++databases}` })).result;
      const direct = openMemory();
      const answers: unknown[] = [];
      const expected: unknown[] = [];
      for (const sql of ['CREATE TABLE t (a, b)', 'INSERT INTO t VALUES (1, 2), (3, NULL)', ...statements]) {
        expected.push(askDirectly(direct, sql));
        const { result, errors } = await ask(`/${uuid}/raw`, { sql });
        answers.push(result?.[0].results.rows ?? errors[0].message.replace(/: SQLITE_\w+$/, ''));
      }
      direct.close();
      expect(answers).toEqual(expected);
    }),
    { numRuns: 60 },
  );
  await mock.close();
});
