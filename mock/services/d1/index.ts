import { sqliteLimits } from '../../../spec/engine-limits.ts';
import type { Declare, RegisteredCall, RegisteredHandlers } from '../../api/registered.ts';
import { type JsonValue, toObject } from '../../engines/openapi/json.ts';
import type { SqlQuery, SqlResult, SqlValue } from '../../engines/sqlite/index.ts';
import { database, databases, findDatabase, runQueries, toMeta } from './databases.ts';
import { exportSql, importSql, receiveSql, sendSql } from './files.ts';
import { timeTravelHandlers } from './time-travel.ts';

/** D1: SQL is run by SQLite itself. */
export const handlers: RegisteredHandlers = {
  [`POST ${databases}`](asked) {
    const made = asked.collection(databases).add({ ...toObject(asked.body), version: 'production' });
    return asked.answer({ ...toObject(made.value), file_size: 0, num_tables: 0 });
  },
  [`GET ${database}`](asked) {
    const { record } = findDatabase(asked);
    const { fields } = asked.query;
    if (!Array.isArray(fields)) return asked.answer(record);
    return asked.answer(Object.fromEntries(Object.entries(record).filter(([name]) => fields.includes(name))));
  },
  [`DELETE ${database}`](asked) {
    const { account, id } = findDatabase(asked);
    const answer = asked.standard();
    account.databases.remove(id);
    return answer;
  },
  async [`POST ${database}/query`](asked) {
    const results = await runQueries(asked, toQueries(asked.body));
    return asked.answer(
      results.map((result) => ({ results: toObjects(result), success: true, meta: toMeta(result) })),
    );
  },
  async [`POST ${database}/raw`](asked) {
    const results = await runQueries(asked, toQueries(asked.body));
    return asked.answer(
      results.map((result) => ({
        results: { columns: result.columns, rows: result.rows },
        success: true,
        meta: toMeta(result),
      })),
    );
  },
  [`POST ${database}/import`]: importSql,
  [`PUT ${database}/import`]: receiveSql,
  [`POST ${database}/export`]: exportSql,
  [`GET ${database}/export`]: sendSql,
  ...timeTravelHandlers,
};

/** What the reference of the API describes. A file of SQL may be as large as what it makes. */
export const declare: Declare = ({ method, path }) => ({
  ...(handlers[`${method} ${path}`] && {
    certainty: 'documented',
    source: 'Cloudflare API reference, D1',
  }),
  ...(method === 'PUT' && { bodyBytes: sqliteLimits.databaseBytes }),
});

function toQueries(body: RegisteredCall['body']): readonly SqlQuery[] {
  const given = toObject(body);
  return (Array.isArray(given['batch']) ? (given['batch'] as readonly JsonValue[]) : [given]).map((one) => {
    const { sql, params } = toObject(one);
    return { sql: String(sql), params: Array.isArray(params) ? (params as readonly SqlValue[]) : [] };
  });
}

/** Of columns with the same name, the last one counts. */
const toObjects = ({ columns, rows }: SqlResult): JsonValue =>
  rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at] ?? null])));
