import { ApiError } from '../../../spec/errors.ts';
import type { RegisteredCall } from '../../api/registered.ts';
import { KeyTurns } from '../../engines/objects/key-turns.ts';
import { isObject, type JsonObject, type JsonValue } from '../../engines/openapi/json.ts';
import {
  createSqlite,
  type DumpOptions,
  type KeptDatabase,
  SqliteError,
  type SqlQuery,
  type SqlResult,
} from '../../engines/sqlite/index.ts';
import { type AccountTenant, PerAccount } from '../../world/account-tenant.ts';
import type { StoredDatabase } from '../../world/database-shelf.ts';
import type { DocumentRecord } from '../../world/document-records.ts';

/** Paths of the databases of an account, and of one of them. */
export const databases = '/accounts/{account_id}/d1/database';
export const database = `${databases}/{database_id}`;

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
  const records = asked.collection(databases);
  const isNamed = ({ value }: DocumentRecord) => isObject(value) && value['name'] === wanted;
  const { value } = records.find(wanted) ?? records.list().find(isNamed) ?? records.get(wanted);
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
export const runQueries = (
  asked: RegisteredCall,
  queries: readonly SqlQuery[],
): Promise<readonly SqlResult[]> =>
  takeTurn(asked, async ({ account, id }, content) => {
    const next = crypto.randomUUID();
    const { results, changed } = await sqlite.run(content, queries, next, asked.call.request.signal);
    requireSame(asked, account, id);
    if (account.databases.find(id).version !== content.version) throw new Moved();
    if (!changed) return results;
    account.databases.remember(id, account.clock.now());
    account.databases.keep(id, next, changed);
    account.databases.remember(id, account.clock.now());
    return results;
  });

/** The database of a request as SQL. @throws ApiError */
export const dumpDatabase = (asked: RegisteredCall, options: DumpOptions): Promise<string> =>
  takeTurn(asked, (_, content) => sqlite.dump(content, options, asked.call.request.signal));

/** Thrown when a snapshot was restored, or a write undone, since some work has begun. */
class Moved extends Error {}

/** Works on the content that a database has, again if it gets another one meanwhile. @throws ApiError */
export function takeTurn<T>(
  asked: RegisteredCall,
  work: (found: FoundDatabase, content: KeptDatabase) => Promise<T>,
): Promise<T> {
  const found = findDatabase(asked);
  const { account, id } = found;
  const { databases } = account;
  return turns.of(account).take(id, async () => {
    for (;;) {
      const { version } = databases.find(id);
      const pages = () => {
        if (databases.find(id).version !== version) throw new Moved();
        return databases.pagesOf(id);
      };
      try {
        return await work(found, { id: `${account.id}/${id}`, version, pages });
      } catch (error) {
        if (!(error instanceof Moved)) refuse(error);
      }
    }
  });
}

/** The bookmark of a content, by default of what a database contains now. */
export const getBookmark = (
  { account, id }: FoundDatabase,
  { version }: Pick<StoredDatabase, 'version'> = account.databases.find(id),
): string => `00000000-00000000-00000000-${version.replaceAll('-', '').padStart(32, '0')}`;

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
