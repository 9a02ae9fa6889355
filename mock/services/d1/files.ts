import { md5 } from '@noble/hashes/legacy.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { ApiError } from '../../../spec/errors.ts';
import type { RegisteredCall, RegisteredHandler } from '../../api/registered.ts';
import { isObject, type JsonValue } from '../../engines/openapi/json.ts';
import { PerAccount } from '../../world/account-tenant.ts';
import { dumpDatabase, findDatabase, getBookmark, runQueries, toMeta } from './databases.ts';

/** A file that a link is for, before or after it was sent. */
interface LinkedFile {
  readonly database: string;
  /** Milliseconds since the epoch. */
  readonly expires: number;
  readonly sql?: string;
  readonly etag?: string;
}

/** Files by the secret of their links. They pass: a server that ends forgets them. */
const files = new PerAccount(() => new Map<string, LinkedFile>());

/** Answers of the last imports, by database. */
const imports = new PerAccount(() => new Map<string, JsonValue>());

const mostFiles = 16;
const hourMs = 3_600_000;

/** Imports a file in three steps, as Wrangler does: a link to send it to, then its work, then how that went. */
export const importSql: RegisteredHandler = async (asked) => {
  const body = isObject(asked.body) ? asked.body : {};
  const found = findDatabase(asked);
  if (body['action'] === 'init') {
    const secret = addFile(asked, {});
    return asked.answer({
      success: true,
      type: 'import',
      at_bookmark: getBookmark(found),
      filename: `${secret}.sql`,
      upload_url: getLink(asked, 'import', secret),
    });
  }
  const known = imports.of(found.account);
  if (body['action'] === 'poll') {
    const last = known.get(found.id);
    return asked.answer(last ?? refused('Not currently importing anything.'));
  }
  const answer = await ingest(asked, String(body['filename']).replace(/\.sql$/, ''), body['etag']);
  known.set(found.id, answer);
  return asked.answer(answer);
};

async function ingest(
  asked: RegisteredCall,
  secret: string,
  etag: JsonValue | undefined,
): Promise<JsonValue> {
  const found = findDatabase(asked);
  const file = files.of(found.account).get(secret);
  if (file?.sql === undefined || file.database !== found.id || file.etag !== etag)
    return refused('The file was not uploaded, or has another etag.');
  try {
    const results = await runQueries(asked, [{ sql: file.sql }]);
    files.of(found.account).delete(secret);
    const sum = (of: (result: (typeof results)[number]) => number) =>
      results.reduce((total, result) => total + of(result), 0);
    const last = results.at(-1);
    const meta = last && {
      ...last,
      changedDatabase: results.some(({ changedDatabase }) => changedDatabase),
      changes: sum(({ changes }) => changes),
      milliseconds: sum(({ milliseconds }) => milliseconds),
    };
    const bookmark = getBookmark(found);
    return {
      success: true,
      type: 'import',
      status: 'complete',
      at_bookmark: bookmark,
      messages: [`Processed ${results.length} queries.`],
      result: { final_bookmark: bookmark, num_queries: results.length, ...(meta && { meta: toMeta(meta) }) },
    };
  } catch (error) {
    if (error instanceof ApiError && error.failure.startsWith('d1-')) return refused(error.message);
    throw error;
  }
}

const refused = (error: string): JsonValue => ({
  success: false,
  type: 'import',
  status: 'error',
  error,
  messages: [],
});

/** Receives the file of an import. */
export const receiveSql: RegisteredHandler = (asked) => {
  const { secret, file, known } = openLink(asked, 'upload');
  const bytes = asked.file?.bytes ?? new Uint8Array();
  const etag = bytesToHex(md5(bytes));
  known.set(secret, { ...file, sql: new TextDecoder().decode(bytes), etag });
  return { written: '', mediaType: 'text/plain', headers: { etag: `"${etag}"` } };
};

/** Writes a database as SQL, and answers with the link to it. */
export const exportSql: RegisteredHandler = async (asked) => {
  const found = findDatabase(asked);
  const { dump_options: given } = isObject(asked.body) ? asked.body : {};
  const options = isObject(given) ? given : {};
  // An empty list is one of all tables.
  const tables = Array.isArray(options['tables']) ? options['tables'] : [];
  const sql = await dumpDatabase(asked, {
    noData: options['no_data'] === true,
    noSchema: options['no_schema'] === true,
    ...(tables.length > 0 && { tables: tables.map(String) }),
  });
  const secret = addFile(asked, { sql });
  return asked.answer({
    success: true,
    type: 'export',
    status: 'complete',
    at_bookmark: getBookmark(found),
    messages: [],
    result: { filename: `${secret}.sql`, signed_url: getLink(asked, 'export', secret) },
  });
};

/** Sends the file of an export. */
export const sendSql: RegisteredHandler = (asked) => ({
  written: openLink(asked, 'download').file.sql ?? '',
  mediaType: 'application/sql',
  headers: { 'content-disposition': 'attachment', 'x-content-type-options': 'nosniff' },
});

/** Makes a place for a file. @returns the secret of its link */
function addFile(asked: RegisteredCall, file: Pick<LinkedFile, 'sql'>): string {
  const { account, id } = findDatabase(asked);
  const known = files.of(account);
  const [oldest] = known.keys();
  if (known.size >= mostFiles && oldest !== undefined) known.delete(oldest);
  const secret = crypto.randomUUID();
  known.set(secret, { ...file, database: id, expires: asked.call.clock.now() + hourMs });
  return secret;
}

const parameters = { import: 'upload', export: 'download' } as const;

/** The address of a file, on the host that the client asks. */
function getLink({ call }: RegisteredCall, action: keyof typeof parameters, secret: string): string {
  const link = new URL(call.request.url);
  link.pathname = link.pathname.replace(/[^/]+$/, action);
  link.search = `${parameters[action]}=${secret}`;
  return link.href;
}

/** The file of a link, which opens without a token. @throws ApiError */
function openLink(asked: RegisteredCall, parameter: string) {
  const { account, id } = findDatabase(asked);
  const secret = String(asked.query[parameter]);
  const known = files.of(account);
  const file = known.get(secret);
  if (!file || file.database !== id || file.expires < asked.call.clock.now()) throw new ApiError('d1-link');
  return { secret, file, known };
}
