import { ApiError } from '../../../spec/errors.ts';
import type { RegisteredCall } from '../../api/registered.ts';
import { KeyTurns } from '../../engines/objects/key-turns.ts';
import { isObject, type JsonObject, type JsonValue } from '../../engines/openapi/json.ts';
import {
  createSqlite,
  type DumpOptions,
  SqliteError,
  type SqlQuery,
  type SqlResult,
} from '../../engines/sqlite/index.ts';
import { type AccountTenant, PerAccount } from '../../world/account-tenant.ts';

const collection = '/accounts/{account_id}/d1/database';

/** The processes are shared by all mocks of this one: they keep nothing that a mock would miss. */
const sqlite = createSqlite();

/** A database has one writer at a time. */
const turns = new PerAccount(() => new KeyTurns());

/** A database that a request names. */
export interface FoundDatabase {
  readonly account: AccountTenant;
  readonly id: string;
  /** What the API tells about it. */
  readonly record: JsonObject;
}

/** Finds the database in the path of a request, by its id or, as Wrangler asks for it, its name. @throws ApiError */
export function findDatabase(asked: RegisteredCall): FoundDatabase {
  const { params, call } = asked;
  const { account_id: accountId = '', database_id: wanted = '' } = params;
  const databases = asked.collection(collection);
  const named = databases.list().find(({ value }) => isObject(value) && value['name'] === wanted);
  const { value } = databases.find(wanted) ?? named ?? databases.get(wanted);
  const account = call.world.accounts.get(accountId);
  if (!account || !isObject(value) || typeof value['uuid'] !== 'string')
    throw new Error(`The database ${wanted} has no account or no id.`);
  const { pages, tables } = account.databases.find(value['uuid']);
  const record = { ...value, file_size: pages * pageBytes, num_tables: tables };
  return { account, id: value['uuid'], record };
}

const pageBytes = 4096;

/**
 * Runs queries on the database of a request, all or none.
 *
 * @throws ApiError
 */
export function runQueries(
  asked: RegisteredCall,
  queries: readonly SqlQuery[],
): Promise<readonly SqlResult[]> {
  const { account, id } = findDatabase(asked);
  return turns.of(account).take(id, async () => {
    for (;;) {
      const content = getContent(account, id);
      const next = crypto.randomUUID();
      const { results, changed } = await sqlite
        .run(content, queries, next, asked.call.request.signal)
        .catch(refuse);
      requireSame(asked, account, id);
      // A snapshot can have been restored meanwhile.
      if (account.databases.find(id).version !== content.version) continue;
      if (changed) account.databases.keep(id, next, changed);
      return results;
    }
  });
}

/** The database of a request as SQL. @throws ApiError */
export async function dumpDatabase(asked: RegisteredCall, options: DumpOptions): Promise<string> {
  const { account, id } = findDatabase(asked);
  return sqlite.dump(getContent(account, id), options, asked.call.request.signal).catch(refuse);
}

/** The bookmark of what a database contains now. */
export function getBookmark({ account, id }: FoundDatabase): string {
  const version = account.databases.find(id).version.replaceAll('-', '');
  return `00000000-00000000-00000000-${version.padStart(32, '0')}`;
}

const getContent = ({ databases, id: accountId }: AccountTenant, id: string) => {
  const { version } = databases.find(id);
  return { id: `${accountId}/${id}`, version, pages: () => databases.pagesOf(id) };
};

/** @throws ApiError if a reset or another request has removed the database */
function requireSame(asked: RegisteredCall, account: AccountTenant, id: string): void {
  const found = findDatabase(asked);
  if (found.account !== account || found.id !== id)
    throw new ApiError('d1-sql', { words: 'The database was reset.' });
}

function refuse(error: unknown): never {
  if (!(error instanceof SqliteError)) throw error;
  const { code, message } = error;
  if (code === 'no-sqlite') throw new ApiError('d1-absent', { reason: message }, undefined, { cause: error });
  if (code === 'sql') throw new ApiError('d1-sql', { words: message }, undefined, { cause: error });
  throw new ApiError(code === 'sql-time' ? 'd1-time' : 'd1-memory', {}, undefined, { cause: error });
}

/** SQLite does not tell how many rows a statement read. */
export const toMeta = (result: Omit<SqlResult, 'columns' | 'rows'>): JsonValue => ({
  changed_db: result.changedDatabase,
  changes: result.changes,
  duration: result.milliseconds,
  last_row_id: result.lastRowId,
  size_after: result.sizeAfter,
  timings: { sql_duration_ms: result.milliseconds },
});
