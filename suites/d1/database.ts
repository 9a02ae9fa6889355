import type { Reply } from '../../spec/client.ts';
import { object, ok, show } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { getResult, sendJson } from '../v4/answers.ts';

/** What one statement answers. */
export interface StatementResult {
  readonly results: unknown;
  readonly success: unknown;
  readonly meta: Readonly<Record<string, unknown>>;
}

/** A database of a test. */
export interface TestDatabase {
  /** Path of the database. */
  readonly path: string;
  post(action: string, body: object): Promise<Reply>;
  /** Sends a query, which has to succeed. */
  query(sql: string, params?: readonly unknown[]): Promise<readonly StatementResult[]>;
  /** The rows of the last statement. */
  rows(sql: string, params?: readonly unknown[]): Promise<unknown>;
}

/** Creates a database that ends with the test; skips it where the credential of the run may create none. */
export async function createDatabase(t: TestContext): Promise<TestDatabase> {
  const databases = `/accounts/${t.accountId}/d1/database`;
  const name = t
    .title(`database ${crypto.randomUUID()}`)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  const made = await sendJson(t, 'POST', databases, { name });
  if ([401, 403].includes(made.status)) t.skip('the credential may not create databases');
  const { uuid } = object(getResult(t, made), 'result');
  ok(typeof uuid === 'string', `result.uuid is ${show(uuid)}`);
  const path = `${databases}/${uuid}`;
  t.after(() => t.send({ method: 'DELETE', path }));
  const post: TestDatabase['post'] = (action, body) => sendJson(t, 'POST', `${path}/${action}`, body);
  const query: TestDatabase['query'] = async (sql, params = []) =>
    toResults(getResult(t, await post('query', { sql, params })));
  return { path, post, query, rows: async (sql, params) => (await query(sql, params)).at(-1)?.results };
}

/** The results of a query. */
export function toResults(result: unknown): readonly StatementResult[] {
  ok(Array.isArray(result), `result is ${show(result)}`);
  return result.map((one) => {
    const { results, success, meta } = object(one, 'a result');
    return { results, success, meta: object(meta, 'meta') };
  });
}
