import { createHash } from 'node:crypto';
import { equal, match, object, ok, show } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { getResult } from '../v4/answers.ts';
import { createDatabase, type TestDatabase } from './database.ts';

type Step = Readonly<Record<string, unknown>>;

/** Sends a step until it is neither under way nor asks for another; each answer says how to go on. */
async function poll(
  t: TestContext,
  database: TestDatabase,
  action: 'import' | 'export',
  first: Step,
  next: (bookmark: unknown) => object,
): Promise<Step> {
  let step = first;
  while (step['status'] !== 'complete' && step['success'] === true) {
    await t.step('wait', () => new Promise((resolve) => setTimeout(resolve, 200)));
    step = object(getResult(t, await database.post(action, next(step['at_bookmark']))), 'result');
  }
  return step;
}

async function exportSql(t: TestContext, database: TestDatabase, options: object = {}): Promise<string> {
  const body = { output_format: 'polling', dump_options: options };
  const first = object(getResult(t, await database.post('export', body)), 'result');
  const last = await poll(t, database, 'export', first, (current_bookmark) => ({
    ...body,
    current_bookmark,
  }));
  equal(last['success'], true, `result.success (${show(last['error'])})`);
  const { signed_url: url } = object(last['result'], 'result.result');
  ok(typeof url === 'string', `result.result.signed_url is ${show(url)}`);
  const { status, bytes } = await t.remote({ url });
  equal(status, 200, 'the status of the link');
  return new TextDecoder().decode(bytes);
}

async function importSql(t: TestContext, database: TestDatabase, sql: string): Promise<Step> {
  const bytes = new TextEncoder().encode(sql);
  const etag = createHash('md5').update(bytes).digest('hex');
  const { upload_url: url, filename } = object(
    getResult(t, await database.post('import', { action: 'init', etag })),
    'result',
  );
  ok(typeof url === 'string', `result.upload_url is ${show(url)}`);
  const sent = await t.remote({ url, method: 'PUT', body: bytes });
  equal([sent.status, sent.headers.get('etag')?.replaceAll('"', '')], [200, etag], 'the status and the etag');
  const first = object(
    getResult(t, await database.post('import', { action: 'ingest', etag, filename })),
    'result',
  );
  return poll(t, database, 'import', first, (current_bookmark) => ({ action: 'poll', current_bookmark }));
}

/** Import and export of D1. */
export const filesSuite = defineSuite('d1/files', [
  test(['D1-EXPORT-1', 'D1-IMPORT-1'], 'imports into another database what it has exported', async (t) => {
    const [one, other] = [await createDatabase(t), await createDatabase(t)];
    await one.query("CREATE TABLE a (b, c); INSERT INTO a VALUES ('it''s; -- x', NULL), (1.5, x'00ff')");
    const sql = await exportSql(t, one);
    match(sql, /^CREATE TABLE .*\ba\b/m, 'the file');
    await t.check('D1-IMPORT-1', async () => {
      const { success, result } = await importSql(t, other, sql);
      equal(success, true, 'result.success');
      ok(Number(object(result, 'result.result')['num_queries']) >= 3, 'too few queries');
      const rows = 'SELECT * FROM a ORDER BY rowid';
      equal(await other.rows(rows), await one.rows(rows), 'the rows');
      const failed = await importSql(
        t,
        other,
        "INSERT INTO a VALUES ('new', 1); INSERT INTO missing VALUES (1)",
      );
      equal(failed['success'], false, 'result.success of a wrong file');
      equal(await other.rows("SELECT * FROM a WHERE b = 'new'"), [], 'the rows of a wrong file');
    });
  }),
  test('D1-EXPORT-2', 'does not export virtual tables', async (t) => {
    const database = await createDatabase(t);
    await database.query('CREATE VIRTUAL TABLE texts USING fts5(body)');
    const { status, body } = await database.post('export', { output_format: 'polling' });
    const result = status === 200 ? object(object(body, 'the body')['result'], 'result') : {};
    ok(status >= 400 || result['success'] === false, `the answer is ${status} ${show(body)}`);
  }),
]);
